import type { Chapter } from "#app/kit/lib/chapters.ts"
import type { Cue } from "#app/kit/lib/cues.ts"

export type StarterSound = {
  audioUrl: string
  audioBytes: number
  durationSeconds: number
  chapters: Chapter[]
  cues: Cue[]
}

// Half a minute each, spoken by a machine over a beat of its own: `node scripts/make-starter-sounds.ts` makes the files in
// public/starter/ from these lines. Times are in milliseconds.

export const breath: StarterSound = {
  audioUrl: "/starter/episode-10.mp3",
  audioBytes: 96_157,
  durationSeconds: 32,
  chapters: [
    { start: 0, title: "Un exemple à remplacer" },
    { start: 9_000, title: "Le souffle" },
    { start: 18_000, title: "Sans crier" },
  ],
  cues: [
    { start: 700, end: 4_800, text: "Bonjour, je suis une machine, et ceci est un exemple." },
    { start: 5_100, end: 9_000, text: "Sœur Cadence, elle, rappe comme on confie un secret." },
    { start: 9_600, end: 13_200, text: "Premier conseil : le souffle compte autant que la rime." },
    { start: 13_600, end: 17_200, text: "Respirez, comptez quatre temps, puis posez le mot." },
    { start: 19_000, end: 22_500, text: "Deuxième conseil : personne n’a besoin de crier." },
    { start: 23_200, end: 26_400, text: "Un silence bien placé frappe plus fort qu’un cri." },
  ],
}

export const crates: StarterSound = {
  audioUrl: "/starter/episode-09.mp3",
  audioBytes: 96_157,
  durationSeconds: 32,
  chapters: [
    { start: 0, title: "Pas une chaise" },
    { start: 7_000, title: "Quatre mesures de batterie" },
    { start: 24_000, title: "La boucle" },
  ],
  cues: [
    { start: 500, end: 4_100, text: "Chez DJ Papier Mâché, on s’assoit sur des caisses de disques." },
    { start: 4_400, end: 7_300, text: "Les chaises ont été vendues, pour en acheter d’autres." },
    { start: 7_800, end: 10_800, text: "Ce qu’il cherche ? Quatre mesures de batterie." },
    { start: 11_300, end: 13_200, text: "Écoutez bien, les voici." },
    { start: 24_300, end: 26_600, text: "Un disque rayé n’est pas un disque abîmé." },
    { start: 27_000, end: 29_600, text: "C’est un disque qui a déjà choisi sa boucle." },
  ],
}
