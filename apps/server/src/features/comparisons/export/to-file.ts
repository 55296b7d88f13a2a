import { type ComparisonDetail, type ComparisonExportFormat, namedSentence } from '@lathe/contract'
import { askAlike } from '@lathe/verdicts'
import { FILE_TYPES, inMarkdown, rowsText } from '../../../http/rows-file.ts'
import { exportRows } from './export-rows.ts'

export async function toFile(
  detail: Pick<ComparisonDetail, 'name' | 'plan' | 'grid' | 'told'>,
  format: ComparisonExportFormat,
): Promise<File> {
  const rows = rowsText(await exportRows(detail), format)
  const text = format === 'md' ? `${heading(detail)}${rows}` : rows
  return new File([text], `${detail.name}.${format}`, { type: FILE_TYPES[format] })
}

/** What a reader of the table wants first. */
function heading({ name, told, plan }: Pick<ComparisonDetail, 'name' | 'told' | 'plan'>): string {
  const said = told?.variants.map(namedSentence) ?? []
  const caveat = said.length > 0 ? askAlike(plan) : null
  const sentences = [...said, ...(caveat === null ? [] : [caveat])].map(
    (one) => `${inMarkdown(one)}\n\n`,
  )
  return `# ${inMarkdown(name)}\n\n${sentences.join('')}`
}
