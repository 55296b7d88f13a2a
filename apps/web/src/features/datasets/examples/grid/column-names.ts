const OF_INPUT = 'inputs.'

/** Encodes an input name as a column id. The address separates column ids with commas. */
export const writeColumn = (input: string): string =>
  OF_INPUT + input.replaceAll('%', '%25').replaceAll(',', '%2C')

/** Returns the input name of a column id, or undefined for other columns. */
export const readColumn = (column: string): string | undefined =>
  column.startsWith(OF_INPUT)
    ? column.slice(OF_INPUT.length).replaceAll('%2C', ',').replaceAll('%25', '%')
    : undefined
