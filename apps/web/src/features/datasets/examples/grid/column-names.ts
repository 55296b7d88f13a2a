const OF_INPUT = 'inputs.'

/** As the address names the column of an input: its list of columns is parted by commas. */
export const writeColumn = (input: string): string =>
  OF_INPUT + input.replaceAll('%', '%25').replaceAll(',', '%2C')

/** The input whose column it is, if it is one's. */
export const readColumn = (column: string): string | undefined =>
  column.startsWith(OF_INPUT)
    ? column.slice(OF_INPUT.length).replaceAll('%2C', ',').replaceAll('%25', '%')
    : undefined
