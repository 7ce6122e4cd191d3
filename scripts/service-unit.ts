/** The systemd unit of a release, and the settings beside it (scripts/service.ts puts both in their places). */
import { join } from "node:path"

export type Service = {
  /** Where the release is. */
  folder: string
  dataDir: string
  cacheDir: string
  /** Its variables (docs/configuration.md). */
  settings: string
  /** Whether it is a service of the system with this account, or else of who installs it. */
  account?: string
  /** Of systemd. */
  version: number
}

/**
 * The account may write nowhere else than in its folder, and sees no more than the site needs. Media of other hosts pass by
 * the folder for temporary files: the usual one is often in memory.
 */
const OF_THE_SYSTEM = `Environment=TMPDIR=/var/tmp
StateDirectory=cko
StateDirectoryMode=0700
CacheDirectory=cko
CacheDirectoryMode=0700
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
ProtectProc=invisible
ProcSubset=pid
CapabilityBoundingSet=
AmbientCapabilities=`

/**
 * Not among them: MemoryDenyWriteExecute (V8 compiles), RemoveIPC and PrivateIPC (by its memory PostgreSQL knows who else
 * is at work on a folder: the account's commands are, outside of the service).
 */
const FOR_ANYBODY = `NoNewPrivileges=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
UMask=0077`

/** What systemd is to know of a service. */
export function unitOf({ folder, dataDir, cacheDir, settings, account, version }: Service) {
  return `# Écrit par « cko service install », qui l’écrit à nouveau : ce que vous changez va dans un fichier à côté
# (systemctl ${account ? "" : "--user "}edit cko), les variables du site dans ${settings}.
[Unit]
Description=CKO, le site du podcast
${account ? "Wants=network-online.target\nAfter=network-online.target\n" : ""}StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart=${quoted(join(folder, "cko"))} start
ExecReload=/bin/sh -c "kill -HUP $MAINPID"
Environment=${quoted(`DATA_DIR=${dataDir}`)}
Environment=${quoted(`NODE_COMPILE_CACHE=${cacheDir}`)}
EnvironmentFile=-${withPercent(settings)}
KillMode=mixed
TimeoutStopSec=45
Restart=on-failure
RestartSec=${version >= GROWING_SINCE ? "1\nRestartSteps=6\nRestartMaxDelaySec=60" : "5"}
OOMPolicy=continue
MemoryMax=2G
TasksMax=512
LimitNOFILE=65536
${account ? `User=${account}\nGroup=${account}\n${OF_THE_SYSTEM}\n` : ""}${FOR_ANYBODY}

[Install]
WantedBy=${account ? "multi-user" : "default"}.target
`
}

/** From this version on the time between two starts grows. */
const GROWING_SINCE = 254

/** What the file of variables says when it is new. */
export function settingsTemplate({ dataDir, account }: Pick<Service, "dataDir" | "account">) {
  return `# Les réglages du site, lus à chaque démarrage du service : docs/configuration.md les explique.
# Ôtez le # d’une ligne pour la régler, puis : systemctl ${account ? "" : "--user "}restart cko
# Les données sont dans ${dataDir}.

# L’adresse que les visiteurs utilisent, et le nombre de vos serveurs mandataires (nginx, Caddy…) devant le site.
#PUBLIC_URL=https://podcast.example
#TRUST_PROXY=1
#PORT=3000

# Les e-mails ; sans serveur, ce sont des fichiers dans le dossier de données.
#SMTP_URL=smtp://compte:motdepasse@smtp.example:587
#MAIL_FROM=Podcast <bonjour@podcast.example>
#CONTACT_EMAIL=equipe@podcast.example

# Un serveur PostgreSQL au lieu de la base du site.
#DATABASE_URL=postgres://cko:motdepasse@localhost:5432/cko
#DATABASE_READ_URL=postgres://cko:motdepasse@replique:5432/cko
#STARTER_CONTENT=0
#FEED_INTERVAL=60

# La médiathèque dans un espace compatible S3.
#S3_ENDPOINT=https://s3.example
#S3_BUCKET=
#S3_REGION=us-east-1
#S3_ACCESS_KEY_ID=
#S3_SECRET_ACCESS_KEY=
#S3_REDIRECT=0
#MEDIA_STORE=bucket

# Les copies chiffrées, chez un autre fournisseur.
#BACKUP_S3_ENDPOINT=https://s3.autre.example
#BACKUP_S3_BUCKET=
#BACKUP_S3_REGION=us-east-1
#BACKUP_S3_ACCESS_KEY_ID=
#BACKUP_S3_SECRET_ACCESS_KEY=
#BACKUP_AGE_RECIPIENT=

# Un CDN devant le site, prévenu quand des pages changent.
#CDN_PURGE_URL=
#CDN_PURGE_TOKEN=

# Un programme qui transcrit.
#TRANSCRIBE_COMMAND=
#TRANSCRIBE_MINUTES=360

# Les mesures pour Prometheus (/metrics), lues ailleurs que sur cette machine.
#METRICS_TOKEN=

#LOG_LEVEL=info
#LOG_FORMAT=json
`
}

/** A word of a unit's line, whatever is in it. */
function quoted(word: string) {
  return `"${withPercent(word).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`
}

/** A percent sign begins a name of systemd's own. */
function withPercent(text: string) {
  return text.replaceAll("%", "%%")
}
