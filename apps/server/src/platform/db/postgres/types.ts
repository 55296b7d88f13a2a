import { type CustomTypesConfig, types } from 'pg'

const { builtins } = types

const toSafeInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`)
  return value
}

/** bigint columns hold microseconds and nano-dollars; sums of them are numeric. */
export const parsers: CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === builtins.INT8) return toSafeInteger
    if (oid === builtins.NUMERIC) return Number
    return types.getTypeParser(oid, format)
  },
}
