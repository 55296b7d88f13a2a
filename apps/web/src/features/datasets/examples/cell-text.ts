import type { Json } from '@lathe/contract'
import { inWords } from '../../../lib/pictures.ts'

/** On one line; JSON where it is no text. */
export const cellText = (value: Json | undefined): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value, inWords)
