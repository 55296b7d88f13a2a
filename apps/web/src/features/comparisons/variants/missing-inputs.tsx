import type { ComparisonCase, GraphDocument } from '@lathe/contract'
import styles from '../comparison.module.css'

type MissingInputsProps = {
  document: Pick<GraphDocument, 'input' | 'state'>
  cases: readonly Pick<ComparisonCase, 'input'>[]
}

/** Variables that cases do not fill: their cells would fail, which is told before they do. */
export function MissingInputs({ document: { input, state }, cases }: MissingInputsProps) {
  const told = input
    .filter((name) => state[name] && state[name].default === undefined)
    .flatMap((name) => sentenceOf(name, cases))
  if (told.length === 0) return null
  return (
    <p className={styles.failed} role="note">
      {told.join(' ')}
    </p>
  )
}

function sentenceOf(name: string, cases: MissingInputsProps['cases']): string[] {
  const missing = cases.filter(({ input }) => !Object.hasOwn(input, name)).length
  if (missing === 0) return []
  if (missing < cases.length)
    return [`${missing} of ${cases.length} cases have no {{${name}}}: there it would fail.`]
  const [others = []] = cases.map(({ input }) => Object.keys(input))
  const have =
    others.length > 0 ? `: they have ${others.map((one) => `{{${one}}}`).join(', ')}` : ''
  return [`No case has {{${name}}}${have}.`]
}
