// Words as `plainWord` in guests.ts makes them: small letters, without accents, hyphens and apostrophes.

const words = (...lines: string[]) => new Set(lines.flatMap((line) => line.split(" ")))

/** What stands where a guest might, and is none. One of them in a name is enough to doubt it. */
export const NOT_PERSONS = words(
  // Platforms, software, brands and shops
  "adidas adobe airbnb alexa aliexpress amazon android apple arte asos audi auchan bandcamp binance bitcoin blablacar",
  "bmw bumble burger canal canva carrefour chatgpt chrome citroen coca cola copilot dacia darty decathlon",
  "deezer deepseek deliveroo discord disney dolby doctolib dropbox duolingo ebay emmaus excel facebook ferrari figma fitbit",
  "fnac fortnite gemini github gmail google gopro gpt grindr haribo hermes hinge ikea imax instagram ios ipad iphone itunes",
  "jira kickstarter lego leclerc leboncoin lidl linkedin linux lyft macbook mastodon mcdo mcdonald mcdonalds mercedes meta",
  "microsoft midjourney minecraft monoprix myspace nespresso netflix nike nintendo nutella nvidia onlyfans openai",
  "outlook patreon paypal peugeot photoshop pinterest playstation pokemon porsche powerpoint puma qobuz qonto reddit redbull",
  "renault revolut roblox ryanair samsung sephora sharepoint shazam shein shopify siri skype slack snapchat snap sncf sony",
  "soundcloud spotify steam strava stripe substack switch telegram temu tesla threads tidal tiktok tinder toyota transavia",
  "trello tumblr twitch twitter uber ubereats ubisoft vinted volkswagen whatsapp wikipedia windows wordpress xbox yamaha",
  "youtube zara zoom hebdo magazine mediapart acast anchor ausha bard bfm booking castbox cnews cortana fip grok kaamelott",
  "konbini llama mistral mouv nova nrj perplexity podbean rmc rtl skyrock tf1 garmin garageband ableton autotune logic",
  // Illnesses and what heals
  "adhd alzheimer asperger autisme burnout cancer charcot covid covid19 crohn diabete ebola endometriose grippe hiv ist",
  "anorexie anxiete arthrose bipolarite boulimie chikungunya cholera cholesterol dengue depression dyslexie dyspraxie eczema",
  "epilepsie hepatite lupus lyme menopause migraine mucoviscidose paludisme psoriasis schizophrenie sclerose trisomie vitiligo",
  "ozempic parkinson prozac sida sep tdah toc tourette variole vih viagra",
  // Feasts, seasons, days, months
  "avent carnaval chandeleur diwali halloween hanouka hanoukka kippour noel nouvel paques pentecote pessah ramadan rentree",
  "thanksgiving toussaint aid eid nowruz pourim shabbat fete fetes ascension assomption epiphanie",
  "lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril mai juin juillet aout septembre octobre",
  "novembre decembre printemps ete automne hiver",
  // Languages, peoples and places
  "allemand anglais arabe bambara breton chinois coreen creole danois espagnol esperanto francais grec hebreu hindi italien",
  "japonais kabyle latin lingala mandarin neerlandais polonais portugais russe swahili turc ukrainien vietnamien wolof",
  "afrique algerie allemagne amerique angleterre asie belgique bercy berlin bordeaux bresil bruxelles canada chine espagne",
  "etats europe france geneve inde israel italie japon lille lisbonne londres lyon mali maroc marseille mexique montreal",
  "nantes new nice olympique palestine paris quebec rome russie senegal strasbourg suisse tokyo toulouse tunisie ukraine",
  "unis usa york dakar abidjan kinshasa",
  // God, planets, stars of fables and of the past
  "allah bouddha dieu jesus jupiter mahomet mercure neptune pluton saturne uranus venus batman dracula gandalf mickey",
  "pikachu poppins potter skywalker spiderman superman zelda moliere mozart beethoven napoleon platon socrate shakespeare",
  // Institutions, firms and things
  "academie agence air assemblee association assurance banque bibliotheque bluetooth bourse cgt chambre cinema club college",
  "commission compagnie conseil conservatoire corporation ecole edition editions entreprise etat federation festival fondation",
  "gouvernement groupe hopital inc institut internet jeux journal label league ligue lycee mairie medecins ministere",
  "mobile musee music nations office onu opera orchestre orange organisation otan parlement parti police poste production",
  "productions psg radio records region republique restos sarl senat service services sncf societe studio studios syndicat team",
  "television theatre tour tv uefa unesco unicef union universite universal warner wifi ia ai",
  // What episodes are about
  "amour amours album anecdotes annonce annonces argent audio avis ballon best blagues bonus bonheur camera cadeau cadeaux chance chansons",
  "classe cloche colere commentaires concours confiance courage debrief detente direct docu dream enfants ensemble envie experts",
  "extraits fans foi fierte freestyle frissons hate hip hop humour images infos intro invite invitee invitees invites jazz jingle",
  "haine joie live mort maman mamie meilleur meilleurs micro musique musiques nouveau nouveaute nouveautes nouvelle nouvelles optimisme",
  "outro papa papi paroles part partie passion patience peur pire plaisir plateau playlist poesie pop prudence punchlines quiz",
  "rap reggae recul respect reve rock saison sans serenite silence son sons soustitres special speciale succes suite suspense",
  "surprise surprises teaser temps tout toute toutes tous trailer version video vo vf volonte votes zen",
  "amis ami amie amies copains copine copines famille frere freres soeur soeurs equipe gens jeunes parents public invites",
  "auditeurs auditrices rappeurs rappeuses artistes stars professionnels specialistes voisins",
)

/** Names that begin like a living person’s. */
export const LIKE_A_PERSON =
  /^(ben (& |and |et )?jerry|calvin klein|christian dior|claire s|hugo boss|jack daniel|jean paul gaultier|john deere|johnnie walker|leroy merlin|louis vuitton|marie claire|michel et augustin|petit bateau|philip morris|ralph lauren|tim hortons|tommy hilfiger|uncle ben|yves rocher|yves saint laurent|victor hugo|marcel proust|emile zola|jules verne|charles de gaulle|jeanne d arc|karl marx|james bond|sherlock holmes|star wars|saint (valentin|sylvestre|patrick|nicolas|jean)|red bull|burger king|def jam|super mario|planete rap|big mac|free party)\b/

/** After these a single word is a person's name wherever it stands. */
export const GIVEN_NAMES = words(
  "abdoulaye adam adama adele adrien agathe agnes ahmed aicha aissatou alain alan albert alex alexandra alexandre alexia alexis",
  "ali alice aline alison alix alma amadou amanda amandine amel amelie amina aminata amine amir ana anais andre andrea ange angela",
  "angele angelique anissa anna anne annie anthony antoine antonin apolline aria ariane armand arnaud arthur assa astrid aude audrey",
  "auguste augustin aurelia aurelie aurelien axel axelle ayoub aya baptiste barbara bastien beatrice benedicte benjamin benoit",
  "bernadette bernard bertrand bilal brice brigitte bruno camelia camille capucine carla carole caroline cassandra catherine cecile",
  "cedric celeste celia celine chantal charlene charles charlotte cheikh chloe chris christel christelle christian christine",
  "christophe claire clara clarisse claude claudia claudine clea clelia clemence clement clementine clothilde coline constance coralie",
  "corentin corinne cyril cyrille cynthia dalila damien daniel daniela danielle daphne david deborah delphine denis diane didier djamel",
  "dominique dorothee dylan edgar edith edouard edwige eleonore elena eliane elias elie eliott elisa elisabeth elise ella elodie",
  "eloise elsa emeline emilie emilien emma emmanuel emmanuelle enora enzo eric erwan esteban estelle esther ethan etienne eugenie eva",
  "evelyne ezra fabien fabienne fabrice fanny fanta farah farid fatima fatou fatoumata faustine felix ferdinand fiona flavie fleur",
  "flora florence florent florian floriane franck francois francoise frank fred frederic frederique gabriel gabrielle gael gaelle",
  "gaetan gaspard gautier genevieve georges gerald gerard germain ghislaine gilbert gilles gisele gregoire gregory guillaume gustave",
  "guy gwenaelle habib hakim hamza hannah hassan hector helene heloise henri herve hind hippolyte hortense hugues ibrahim ibrahima",
  "ibtissem idriss ilyes imane ines inaya ingrid irene iris isaac isabelle isaline ismael jacqueline jacques jade jamel james jamila",
  "jasmine jean jeanne jennifer jenny jeremie jeremy jerome jessica jessie joachim joan joel joelle johan johanna johann john jonas",
  "jonathan jordan joris jose josephine joseph josiane josselin joyce judith jules julia julian julie julien juliette justin",
  "justine kader kamel karim karima karine karl kate kenza kevin khadija khaled kim kylian laetitia laila lamia lara laura laure",
  "laurence laurent laurie lea leila lena leo leon leonie leonard leslie leticia liam lila lilian liliane lily lina linda line lisa",
  "lise livia loic lola lou louane louis louisa louise louna luc luca lucas lucie lucien lucile lucille ludivine ludovic lydia lylia",
  "maceo madeleine mady maelle maelys maeva magali mahaut maia malika malo mamadou manel manon manuel manuela marc marceau marcel",
  "margaux margot marguerite maria mariam mariama marianne marie marin marina marine marion marius marjorie marlene martha martial",
  "martin martine mathias mathieu mathilde mathis mathurin matteo matthias matthieu maud maurice max maxence maxime maya mehdi melanie",
  "melina melissa melody mia michael michel michele mickael milan mila milena mireille mohamed mohammed moise monica monique morgan",
  "morgane mounir moussa muriel mustapha myriam nabil nabila nadege nadia nadine naima nancy nassim nathalie nathan nawel nelly",
  "nicolas nicole nina nino noa noah noe noelie noemie nolwenn nora norah norbert nour noura oceane odile olga olivia olivier omar",
  "orane oriane oscar oumar ousmane pablo pascal pascale patrice patricia patrick paul paula pauline paulette pedro perrine peter",
  "philippe pierre priscilla quentin rachel rachid rachida raphael raphaelle rania raymond rayane rebecca regine regis remi remy",
  "renaud rene renee richard rim robert robin rodolphe rodrigue roger roland romain romane romeo romy ronan rosa rosalie rose roxane",
  "ruben sabine sabrina sacha safia said salima salome sam samia samir samira samuel sandra sandrine sara sarah sasha saskia sebastien",
  "selim selma serge severine sheila sidonie sihem simon simone slimane sofia sofiane solal solange solene soline sonia sophia",
  "sophie soraya souad souleymane stanislas stella stephane stephanie steve steven suzanne suzie sylvain sylvestre sylvie sylviane",
  "tanguy tania tara tatiana teddy theo theodore theophile therese thibaud thibault thierry thomas tim timothee tiphaine titouan",
  "tom tony tristan ulysse ursula valentin valentine valerie vanessa vera veronique vianney victoire victor victoria vincent violaine violette",
  "virginie viviane walid wendy wassim wilfried william xavier yacine yael yanis yann yannick yasmina yasmine yohan yolande youcef",
  "youri youssef yves yvette yvon yvonne zacharie zakaria zelie zineb zinedine zoe zohra",
)
