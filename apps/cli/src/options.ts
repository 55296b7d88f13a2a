import { InvalidArgumentError } from 'commander'

export const JSON_OPTION = ['--json', 'print JSON'] as const

export const OUTPUT_OPTION = ['-o, --output <file>', 'write a file instead of printing'] as const

export const FORCE_OPTION = ['--force', 'with --output, replace a file that exists'] as const

export const WITH_SECRETS_OPTION = [
  '--with-secrets',
  'keep keys, tokens and passwords instead of redacting them',
] as const

/** Parses an option that counts things or names a numbered version. */
export function parseCount(value: string): number {
  const count = Number(value)
  if (Number.isInteger(count) && count > 0) return count
  throw new InvalidArgumentError('Give a whole number, at least 1.')
}
