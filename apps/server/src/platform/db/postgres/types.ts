import { type CustomTypesConfig, types } from 'pg'

const { builtins } = types

const toSafeInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} exceeds the range of a number`)
  return value
}

/** Columns of type bigint hold microseconds and nano-dollars. Their sums are numeric. */
export const parsers: CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === builtins.INT8) return toSafeInteger
    if (oid === builtins.NUMERIC) return Number
    return types.getTypeParser(oid, format)
  },
}
