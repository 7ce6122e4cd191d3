import { oneLine } from "#app/kit/lib/typed-text.ts"

/** A failure in French: what happened, and what to do. */
export type Reason = { title: string; advice: string }
/** And what the server itself said. */
export type ServerFailure = Reason & { answer: string }

/** What the words about one kind of mail server differ in. */
export type MailServer = {
  /** « Le serveur … » */
  name: string
  prefix: string
  protocol: string
  ports: { tls: number; startTls: number }
  silence: string
  login: string
}

/**
 * Why nothing came of speaking to a mail server at all.
 *
 * @param codes of the network and of the library that speaks
 * @returns undefined where the server itself said why
 */
export function explainConnection(codes: string, server: MailServer): Reason | undefined {
  const found = CONNECTION.find(([pattern]) => pattern.test(codes))
  return found?.[1](server)
}

/** What a server said, on one line and short. */
export function shortenAnswer(said: string) {
  const line = oneLine(said)
  return line.length > LONGEST_ANSWER ? `${line.slice(0, LONGEST_ANSWER)}…` : line
}

const LONGEST_ANSWER = 300

const CONNECTION: [codes: RegExp, reason: (server: MailServer) => Reason][] = [
  [
    /TIMEDOUT|TIMEOUT|\bEABORT\b/i,
    ({ name, silence }) => ({ title: `Le serveur ${name} ne répond pas`, advice: silence }),
  ],
  [
    /\b(?:EDNS|ENOTFOUND|EAI_AGAIN)\b/,
    ({ name, prefix }) => ({
      title: `Ce serveur ${name} n’existe pas`,
      advice: `Aucun serveur ne porte ce nom. Vérifiez-en l’orthographe : il commence souvent par ${prefix} ou mail.`,
    }),
  ],
  [
    /\bECONNREFUSED\b/,
    ({ name, ports }) => ({
      title: `Le serveur ${name} refuse la connexion`,
      advice: `Le serveur existe, mais rien n’écoute à ce port. Essayez ${ports.tls} avec TLS, ou ${ports.startTls} avec STARTTLS.`,
    }),
  ],
  [
    /\b(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES)\b/,
    ({ name }) => ({
      title: `Le serveur ${name} est hors d’atteinte`,
      advice: "Le réseau du site n’y mène pas. Vérifiez le nom du serveur, puis demandez à votre hébergeur.",
    }),
  ],
  [
    /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_/,
    ({ name }) => ({
      title: `Le certificat du serveur ${name} n’est pas valable`,
      advice:
        "Il est périmé, émis pour un autre nom, ou par une autorité inconnue. Employez exactement le nom de serveur que donne votre service.",
    }),
  ],
  [
    /\b(?:ETLS|ERR_SSL\w*|EPROTO|MissingServerExtension|STARTTLS_INJECTION)\b/,
    ({ ports }) => ({
      title: "La connexion chiffrée n’a pas abouti",
      advice: `La sécurité ne va sans doute pas avec le port : TLS dès la connexion va avec ${ports.tls}, STARTTLS avec ${ports.startTls}.`,
    }),
  ],
  [
    /\bEAUTH\b/,
    ({ login }) => ({
      title: "Identifiant ou mot de passe refusé",
      advice: `Retapez les deux. Beaucoup de services demandent un mot de passe d’application, ${login}.`,
    }),
  ],
  [
    /\b(?:ECONNECTION|ECONNRESET|EPROTOCOL|NoConnection|EConnectionClosed|ClosedAfterConnect\w+|UnexpectedTag|InvalidResponse|ParserError\w*|\w+TooLarge|TooMany\w+)\b/,
    ({ name, protocol }) => ({
      title: `Le serveur ${name} a coupé la connexion`,
      advice: `Ce n’est peut-être pas un serveur ${protocol}, ou il attend une autre sécurité : vérifiez le port et la sécurité.`,
    }),
  ],
]
