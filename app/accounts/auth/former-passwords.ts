import bcrypt from "bcryptjs"

/** A hash by bcrypt, of at most a second's work, as the hosted backend kept passwords by. */
export const isFormerHash = (hash: string) => /^\$2[aby]\$(0[4-9]|1[0-2])\$[./A-Za-z0-9]{53}$/.test(hash)

/** Takes a tenth of a second of one core, and more: for a thread. */
export const isFormerPassword = ({ password, hash }: { password: string; hash: string }) =>
  isFormerHash(hash) && bcrypt.compareSync(password, hash)
