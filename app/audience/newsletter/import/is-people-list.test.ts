import { expect, test } from "vitest"
import { leastCpuMs } from "#test/cpu-time.ts"
import { isPeopleList } from "./is-people-list.ts"

const isList = (text: string | Uint8Array, name = "export.csv") => isPeopleList(name, Buffer.from(text))

test.each([
  [
    "Ghost",
    'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\n1,awa@a.example,Awa,"Vue à Lyon,\nlongtemps",true,false,,2026-01-01T00:00:00.000Z,,vip,',
  ],
  [
    "Substack",
    "email,active_subscription,expiry,plan,email_disabled,created_at\nawa@a.example,false,,other,false,2026-01-01",
  ],
  [
    "Substack, with all columns",
    "Email,Name,Stripe plan,Cancel date,Start date,Paid upgrade date,Bestseller,Emails received (6mo),Emails dropped (6mo),Emails opened (6mo),Post views,Comments,Shares,Revenue,Subscription source (free),Country\nawa@a.example,Awa,,,2026-01-01,,,3,0,2,5,1,0,0,web,France",
  ],
  [
    "Mailchimp, subscribed",
    '"Email Address","First Name","Last Name",Address,"Phone Number",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS\nawa@a.example,Awa,Diop,,,2,,,"2026-01-01 10:00:00",192.0.2.1,,,,,,,,,1,x,,"""Lyon"""',
  ],
  [
    "Mailchimp, unsubscribed",
    '"Email Address","First Name",UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON,UNSUB_REASON_OTHER\nawa@a.example,Awa,"2026-01-01 10:00:00","Lettre 3",NORMAL,',
  ],
  [
    "Mailchimp, cleaned",
    '"Email Address","First Name",CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID\nawa@a.example,Awa,"2026-01-01 10:00:00","Lettre 3",x',
  ],
  [
    "Brevo",
    "CONTACT ID;EMAIL;FIRSTNAME;LASTNAME;SMS;EMAIL_BLOCKLISTED;SMS_BLOCKLISTED;ADDED_TIME;MODIFIED_TIME\n1;awa@a.example;Awa;Diop;;No;No;01-01-2026;01-01-2026",
  ],
  [
    "Mailjet",
    "Email,Name,IsUnsubscribed,IsSpamComplaint,IsBlocked,Subscription Date\nawa@a.example,Awa,false,false,false,2026-01-01",
  ],
  [
    "MailPoet",
    "Email,Prénom,Nom,État de la liste,Statut global,Confirmed IP,Created\nawa@a.example,Awa,Diop,subscribed,subscribed,192.0.2.1,2026-01-01",
  ],
  [
    "listmonk",
    'uuid,email,name,attributes,status,created_at,updated_at\nx,awa@a.example,Awa,"{""ville"": ""Lyon""}",enabled,2026-01-01,2026-01-01',
  ],
  [
    "Buttondown",
    "id,email_address,notes,metadata,tags,referrer_url,secondary_id,subscriber_type,source,utm_campaign,unsubscription_date,creation_date\nx,awa@a.example,,{},lyon,,1,regular,form,,,2026-01-01",
  ],
  [
    "beehiiv",
    "email,status,tier,created_at,utm_source,utm_channel,referral_code,referred_by\nawa@a.example,active,free,2026-01-01,site,web,x,",
  ],
  ["Kit", "id,first_name,email,state,created_at,Tags\n1,Awa,awa@a.example,active,2026-01-01,lyon"],
  [
    "MailerLite",
    "Subscriber,Status,Sent,Opens,Clicks,Location,Subscribed,Unsubscribed\nawa@a.example,Active,3,2,1,Lyon,2026-01-01 10:00:00,",
  ],
  [
    "the former backend",
    "id,email,user_id,is_active,created_at\n1,awa@a.example,,true,2026-01-01",
    "newsletter_subscribers.csv",
  ],
  [
    "ours",
    "Nom;Email;Date d’inscription;État;Thèmes;Lien de désabonnement\nAwa;awa@a.example;2026-01-01;Confirmé;;https://a.example/u",
  ],
  ["a hand, with remarks", "Nom;Mail;Commentaire;Notes\nAwa;awa@a.example;vue à Lyon;"],
  ["a hand, with how to call them", "Titre;Prénom;Nom;Courriel\nMme;Awa;Diop;awa@a.example"],
  ["a hand, below a title", "Adhérents, le 12 novembre\n\nNom,Contact\nAwa,awa@a.example"],
  ["Excel", "sep=;\r\nE-mail;Nom\r\nawa@a.example;Awa\r\n"],
  ["one column", "email\nawa@a.example\nlea@a.example"],
  ["addresses alone", "awa@a.example\nlea@a.example\n\nNour <nour@a.example>"],
  ["tabulations", "Nom\tE-mail\nAwa\tawa@a.example"],
  ["UTF-16", Buffer.from("\uFEFFE-mail\tPrénom\nawa@a.example\tZoé", "utf16le")],
  ["old Macs", Buffer.from("Pr\x8enom;E-mail\rZo\x8e;awa@a.example\r", "latin1")],
  [
    "a list with some that are none",
    `E-mail;Nom\n${"awa@a.example;A\nlea@a.example;B\nnon;C\n".repeat(3)}lo@a.example;D\nx@a.example;E`,
  ],
  ["a list that nobody is on", "id,email,name,note,subscribed_to_emails,complimentary_plan\n"],
  [
    "a long one, cut within a line",
    Buffer.from(
      `E-mail;Prénom;Note\n${Array.from({ length: 900 }, (_, n) => `p${n}@a.example;Zoé;é`).join("\n")}`,
    ).subarray(0, 16_384),
  ],
])("51.10 is a list of people: %s", (_sender, text, name = "export.csv") => {
  expect(isList(text, name)).toBe(true)
})

test.each([
  [
    "accounts of the former backend",
    "instance_id,id,aud,role,email,encrypted_password,email_confirmed_at,raw_user_meta_data\n0,u1,authenticated,authenticated,awa@a.example,$2a$10$x,2026-01-01,{}",
    "users.csv",
  ],
  [
    "its profiles",
    "id,user_id,email,first_name,last_name,birth_date,country\n1,u1,awa@a.example,Awa,Diop,1990-01-01,FR",
    "profiles.csv",
  ],
  ["its roles", "id,user_id,email,role\n1,u1,awa@a.example,admin", "user_roles.csv"],
  [
    "its comments",
    "id,episode_id,author_name,author_email,content,created_at\n1,12,Awa,awa@a.example,Bravo !,2026-01-01",
    "comments.csv",
  ],
  ["its likes", "id,episode_id,session_id,email\n1,12,s1,awa@a.example", "likes.csv"],
  [
    "its episodes",
    "id,title,guest,description,youtube_url,author_email,published_at\n12,Round 12,Nour,Un texte,,awa@a.example,2026-01-01",
    "episodes.csv",
  ],
  [
    "its articles",
    "id,slug,title,excerpt,content,email,published_at\n3,un,Un,Court,Long,awa@a.example,2026-01-01",
    "blog_posts.csv",
  ],
  ["its news", "id,title,category,external_url,email\n1,Concert,event,,awa@a.example", "news.csv"],
  ["its pages", "id,slug,title,email\n1,equipe,Équipe,awa@a.example", "custom_pages.csv"],
  ["redirections", "from,to,created_by\n/a,/b,awa@a.example", "redirects.csv"],
  [
    "users of WordPress",
    "ID,user_login,user_email,display_name,user_registered\n1,awa,awa@a.example,Awa,2026-01-01",
    "users.csv",
  ],
  ["comments of elsewhere", "author,email,comment,date\nAwa,awa@a.example,Bravo,2026-01-01"],
  ["messages", "name,email,message,date\nAwa,awa@a.example,Bonjour,2026-01-01"],
  ["mails", "date,from,subject\n2026-01-01,awa@a.example,Bonjour"],
  [
    "texts of one author, under titles that nobody knows",
    `Nummer;Wer;Was\n${"1;awa@a.example;Un\n".repeat(9)}`,
  ],
  [
    "a table in which somebody is named once",
    "Ville;Salle;Contact\nLyon;Bleue;awa@a.example\nLille;Rouge;\nBrest;Verte;",
  ],
  ["episodes", "Titre;Date\nRound 12;2026-01-01"],
  [
    "Substack’s posts",
    "post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle\n1.a,2026-01-01,true,,newsletter,everyone,Un,",
  ],
  ["a list of objects", '[{"email": "awa@a.example"}]'],
  ["a feed", '<?xml version="1.0"?><rss><channel><itunes:email>awa@a.example</itunes:email></channel></rss>'],
  ["an object", '{"email": "awa@a.example"}'],
  ["subtitles", "1\n00:00:01,000 --> 00:00:02,000\nÉcrivez à awa@a.example\n"],
  ["bytes", Buffer.from([80, 75, 3, 4, 0, 0, 1, 2])],
  ["nothing", ""],
])("51.10 is no list of people: %s", (_what, text, name = "export.csv") => {
  expect(isList(text, name)).toBe(false)
})

test("51.10 what a file is costs little to tell, however it is written", async () => {
  for (const piece of ['"', ",", "a@", '"",', "\n,", "a@b.example,", '"\n', "<a@b.example>\n"]) {
    const text = piece.repeat(16_384 / piece.length)
    expect(await leastCpuMs(100, () => void isList(text))).toBeLessThan(100)
  }
})
