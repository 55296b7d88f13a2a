const INPUT_PREFIX = 'inputs.'

/** Encodes an input name as a column id. The address separates column ids with commas. */
export const writeColumn = (input: string): string =>
  INPUT_PREFIX + input.replaceAll('%', '%25').replaceAll(',', '%2C')

/** Returns the input name of a column id, or undefined for other columns. */
export const readColumn = (column: string): string | undefined =>
  column.startsWith(INPUT_PREFIX)
    ? column.slice(INPUT_PREFIX.length).replaceAll('%2C', ',').replaceAll('%25', '%')
    : undefined
