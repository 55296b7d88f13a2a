import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16

export type Vault = {
  /** Binds the secret to `place`: it cannot be opened with another place. */
  seal: (secret: string, context: string) => Uint8Array
  open: (ciphertext: Uint8Array, context: string) => string
}

/** Encrypts with AES-256-GCM. Format: version byte, nonce, tag, ciphertext. */
export function createVault(secretKey: string): Vault {
  const derivedKey = new Uint8Array(hkdfSync('sha256', secretKey, 'lathe', 'stored secrets', 32))
  // A KeyObject is created once. With raw bytes, Node would create one for every secret, which
  // takes longer than decryption.
  const key = createSecretKey(derivedKey)
  return {
    seal: (secret, context) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(context))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return new Uint8Array(Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), text]))
    },
    open: (ciphertext, context) => {
      const bytes = Buffer.from(ciphertext)
      const iv = bytes.subarray(1, 1 + IV_BYTES)
      const tag = bytes.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES)
      try {
        const decipher = createDecipheriv(CIPHER, key, iv)
          .setAAD(Buffer.from(context))
          .setAuthTag(tag)
        const text = decipher.update(bytes.subarray(1 + IV_BYTES + TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        throw new Error(
          'A stored secret is encrypted with another key. Restore LATHE_SECRET_KEY or enter the secret again',
        )
      }
    },
  }
}
