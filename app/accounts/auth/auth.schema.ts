import { z } from "zod"

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 72

/** One person is one address, whatever the case it is typed in. */
export const emailAddress = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.email("Email invalide").max(255, "L'email doit contenir moins de 255 caractères"))

export const emailField = z.string().default("").pipe(emailAddress)

export const passwordField = z
  .string()
  .default("")
  .pipe(
    z
      .string()
      .min(MIN_PASSWORD_LENGTH, "Le mot de passe doit contenir au moins 8 caractères")
      .max(MAX_PASSWORD_LENGTH, "Le mot de passe est trop long")
      .regex(/\p{Lu}/u, "Le mot de passe doit contenir au moins une majuscule")
      .regex(/\p{Ll}/u, "Le mot de passe doit contenir au moins une minuscule")
      .regex(/\d/, "Le mot de passe doit contenir au moins un chiffre"),
  )

const credentials = { email: emailField, password: passwordField }
const repeated = { path: ["confirmation"], error: "Les mots de passe ne correspondent pas" }
const isRepeated = (form: { password: string; confirmation: string }) => form.password === form.confirmation

export const signInSchema = z.object(credentials)

/** Of an authenticator app, or for recovery, however it was copied. */
export const codeSchema = z.object({
  code: z
    .string()
    .default("")
    .pipe(z.string().trim().min(1, "Le code est requis").max(100, "Le code est trop long")),
})

export const signUpSchema = z
  .object({ ...credentials, confirmation: z.string().default("") })
  .refine(isRepeated, repeated)

export const forgottenPasswordSchema = z.object({ email: emailField })

export const newPasswordSchema = z
  .object({ password: passwordField, confirmation: z.string().default("") })
  .refine(isRepeated, repeated)

export const changePasswordSchema = z
  .object({
    current: z
      .string()
      .default("")
      .pipe(
        z
          .string()
          .min(1, "Le mot de passe actuel est requis")
          .max(MAX_PASSWORD_LENGTH, "Le mot de passe est trop long"),
      ),
    password: passwordField,
    confirmation: z.string().default(""),
  })
  .refine(isRepeated, repeated)

export type PasswordChange = z.output<typeof changePasswordSchema>
