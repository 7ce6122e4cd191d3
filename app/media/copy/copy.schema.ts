import { z } from "zod"
import { isWebAddress, MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"

/** What is copied into the library: an address of another host. */
export const copySchema = z.object({
  address: z
    .string()
    .default("")
    .transform((address) => address.trim())
    .refine(
      (address) => address.length <= MAX_URL_LENGTH && isWebAddress(address),
      "Ce n’est pas l’adresse d’un fichier d’un autre site.",
    ),
  isPicture: z
    .string()
    .optional()
    .transform((value) => value === "on"),
})
