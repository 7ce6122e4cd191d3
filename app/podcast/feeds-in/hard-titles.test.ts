import { expect, test } from "vitest"
import { leastCpuMs } from "#test/cpu-time.ts"
import { guestFromTitle } from "./guests.ts"

/** Invented titles, each like one that misled somebody. */
test.each([
  // Brands, platforms, tools
  ["Gagner sa vie avec Spotify", ""],
  ["Rencontre avec Spotify", ""],
  ["On a tout plaqué avec Uber Eats", ""],
  ["Trouver l’amour avec Tinder, mode d’emploi", ""],
  ["Avec Figma, tout change", ""],
  ["Avec Qonto et Stripe : nos comptes", ""],
  ["J’ai écrit un album avec ChatGPT", ""],
  ["Mon année avec Vinted | Bilan", ""],
  ["Signer avec Universal Music", ""],
  ["Il a signé avec Def Jam", ""],
  ["Partir loin avec Air Caraïbes", ""],
  ["Un café avec Nespresso", ""],
  ["Habiller le rap avec Calvin Klein", ""],
  ["feat. Canal+", ""],
  ["Enregistrer chez soi avec GarageLogic", ""],
  ["Soirée spéciale avec Red Bull", ""],
  ["Épisode spécial avec Ausha", ""],
  // Illnesses
  ["Vivre avec Parkinson", ""],
  ["Monter sur scène avec Covid", ""],
  ["Rapper avec un Covid-19 long", ""],
  ["La scène avec Alzheimer dans la famille", ""],
  ["Tourner avec Charcot-Marie-Tooth", ""],
  ["Une vie avec Asperger", ""],
  // Feasts, days, places, languages
  ["Avec Noël qui approche, nos cadeaux", ""],
  ["Bientôt les vacances, avec Halloween en prime", ""],
  ["On en parle avec Paris", ""],
  ["Épisode 12 avec Marseille en fond sonore", ""],
  ["Rendez-vous avec Mardi Gras", ""],
  ["Le grand live (avec les commentaires en anglais)", ""],
  ["Le grand live avec Commentaires en anglais", ""],
  ["AVEC LES COMMENTAIRES EN ANGLAIS", ""],
  ["Avec Les Commentaires En Anglais", ""],
  ["Apprendre à compter avec Bambara Facile", ""],
  ["Le retour (avec Sous-titres)", ""],
  // Spoken of, not there
  ["La paix avec Kari", ""],
  ["Clash avec Sofiane : le résumé", ""],
  ["Un été avec Marcel Proust", ""],
  ["Vivre avec Kéziah Dor", ""],
  ["Son contrat avec Maëlle Roche", ""],
  ["Dîner avec Dracula", ""],
  ["On a joué avec Super Mario", ""],
  ["Face-à-face avec Jupiter", ""],
  // No names at all
  ["Avec Le Temps", ""],
  ["Avec Amour et Colère", ""],
  ["Ensemble, Avec Vous", ""],
  ["Comment Écrire Un Refrain Avec Presque Rien", ""],
  ["TROIS ANS AVEC RIEN", ""],
  ["L’hiver qui vient", ""],
  ["Noël qui vient trop tôt", ""],
  ["La vague qui vient de loin", ""],
  ["Épisode sans invité : Questions du public", ""],
  ["Pas d’invité : Les Hôtes répondent", ""],
  ["Nos invités préférés de 2025", ""],
  ["L’invité : Surprise", ""],
  ["Invité mystère", ""],
  ["Invités : Les Meilleurs Moments", ""],
  ["Le feat de l’année", ""],
  ["30 ft plus bas", ""],
  // Guests
  ["Invité spécial Oxmo Vinelli", "Oxmo Vinelli"],
  ["Le grand soir : invitée spéciale Maëlle Roche !", "Maëlle Roche"],
  ["Notre invité du jour : Tonton Basse", "Tonton Basse"],
  ["Invitée d’honneur, Nour Belkacem", "Nour Belkacem"],
  ["Le live (invités surprises : Awa & Yanis)", "Awa & Yanis"],
  ["Une heure avec Amanda qui vient parler de son premier disque", "Amanda"],
  ["Amanda qui vient nous chanter son disque", "Amanda"],
  ["Hors-série - Sofiane Brak qui vient tout raconter", "Sofiane Brak"],
  ["Avec Zikoh qui nous explique le sample", "Zikoh"],
  ["La poésie de rue avec Claire Dumas", "Claire Dumas"],
  ["Écrire pour les autres avec Zikoh Dumas", "Zikoh Dumas"],
  ["Parler vrai avec Sidonie", "Sidonie"],
  ["Conversation avec Booka", "Booka"],
  ["Épisode 12 avec Booka, Rofi et Awa", "Booka, Rofi et Awa"],
  ["S2E4 | Le sample, avec DJ Papier Mâché", "DJ Papier Mâché"],
  ["Le souffle (avec Lila Brumaire)", "Lila Brumaire"],
  ["Avec Zikoh, rappeur et boxeur", "Zikoh"],
  ["La langue, avec Jean-Noël Verdier", "Jean-Noël Verdier"],
  ["Discussion avec Maëlle et Spotify", "Maëlle"],
  ["Rencontre avec Awa sur Deezer", "Awa"],
  ["Ce que la scène m’a appris, avec Nour El Karim", "Nour El Karim"],
  ["LA SCÈNE AVEC CAMILLE ORTEGA", "CAMILLE ORTEGA"],
  ["Échange avec Le Huitième Étage", "Le Huitième Étage"],
])("4.4 %s: %j", (title, guest) => {
  expect(guestFromTitle(title)).toBe(guest)
})

test("a hostile title takes no longer than its length", async () => {
  const pieces = [
    "avec ",
    "Avec A",
    "qui vient ",
    "Invité spécial ",
    "a ",
    "A, ",
    "#",
    "(",
    "- ",
    "’",
    "l’",
    "avec\u00a0",
    "é",
  ]
  for (const piece of pieces) {
    const title = piece.repeat(200_000)
    expect([piece, (await leastCpuMs(100, () => guestFromTitle(title))) < 100]).toEqual([piece, true])
  }
})
