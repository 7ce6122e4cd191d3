/** How an audience is counted, for who does not know the field: docs/product.md 48 in French. */
export function Method() {
  return (
    <div className="method prose mt-8">
      <h2>Un téléchargement</h2>
      <p>
        Une personne, un épisode, un jour (de minuit à minuit à Paris), à partir d’une minute de son
        réellement envoyée, sans compter ce qui précède le son dans le fichier. Ce qui est demandé en
        plusieurs morceaux est rassemblé. Si l’envoi s’interrompt, seul compte ce qui est parti. Un épisode de
        moins d’une minute doit être envoyé en entier.
      </p>
      <p>
        Une personne, c’est un réseau et une application&nbsp;: deux applications sur un même téléphone font
        deux téléchargements, et un épisode chargé le soir puis écouté le lendemain peut en faire deux. Un
        téléchargement n’est pas une écoute&nbsp;: beaucoup d’applications chargent d’elles-mêmes.
      </p>
      <h2>Ce qui n’est pas compté</h2>
      <p>
        Les robots et les aperçus de liens, la seconde demande des montres Apple, ce qui est demandé avant la
        publication, l’équipe quand elle est connectée, et qui demande à ne pas l’être. Qui prend plus de
        50&nbsp;épisodes en un jour est mis de côté. Les fichiers hébergés sur un autre site ne sont pas
        comptés ici.
      </p>
      <h2>Sur le site</h2>
      <p>
        Les lectures commencées dans le lecteur, ici ou intégré à une page d’un autre site (dont le nom est
        noté, et rien d’autre), et les dixièmes d’épisode entendus, les pages ouvertes, les sites d’où l’on
        vient, les recherches restées sans résultat, et le nombre d’abonnés que les applications annoncent en
        lisant le flux.
      </p>
      <h2>Ce qui est gardé</h2>
      <p>
        Des totaux par jour pendant 25&nbsp;mois, puis par mois. Pas de cookie, pas d’adresse&nbsp;: les
        empreintes d’une journée et leur clé, tirée au hasard, sont détruites la nuit suivante. Rien n’est
        rapproché d’un compte, d’une inscription ou d’un commentaire, ni transmis à quiconque. Le pays vient
        d’une table qui se trouve sur le serveur (registres d’adresses, nro.net).
      </p>
      <p>
        La méthode suit les <i lang="en">Podcast Measurement Technical Guidelines</i>&nbsp;2.3 de l’IAB Tech
        Lab, sans en être certifiée. Elle s’en écarte d’une chose, qui compte plutôt moins&nbsp;: les octets
        envoyés, et non la demande.
      </p>
    </div>
  )
}
