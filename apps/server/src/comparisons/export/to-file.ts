import { type ComparisonDetail, type ComparisonExportFormat, namedSentence } from '@lathe/contract'
import { caveats } from '@lathe/verdicts'
import { FILE_TYPES, inMarkdown, rowsText } from '../../platform/http/rows-file.ts'
import { exportRows } from './export-rows.ts'

type Exported = Pick<ComparisonDetail, 'name' | 'plan' | 'grid' | 'latestVerdict'>

export async function toFile(detail: Exported, format: ComparisonExportFormat): Promise<File> {
  const rows = rowsText(await exportRows(detail), format)
  const text = format === 'md' ? `${heading(detail)}${rows}` : rows
  return new File([text], `${detail.name}.${format}`, { type: FILE_TYPES[format] })
}

/** The verdicts and their caveats, above the table. */
function heading({ name, latestVerdict, plan, grid }: Exported): string {
  const verdicts = latestVerdict?.variants.map(namedSentence) ?? []
  const notes = verdicts.length > 0 ? caveats(plan, grid) : []
  const sentences = [...verdicts, ...notes].map((one) => `${inMarkdown(one)}\n\n`)
  return `# ${inMarkdown(name)}\n\n${sentences.join('')}`
}
