import type { Json } from '@lathe/contract'
import { pictureReplacer } from '../../../lib/values/pictures.ts'

/** Formats a value on one line: text as it is, anything else as JSON. */
export const cellText = (value: Json | undefined): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value, pictureReplacer)
