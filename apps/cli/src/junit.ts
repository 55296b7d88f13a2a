import type {
  CaseVerdict,
  ComparisonCase,
  ComparisonVerdict,
  VariantVerdict,
} from '@lathe/contract'
import { caseTitle } from './case-title.ts'
import { isTimedApart } from './timed-apart.ts'

/** Characters that XML 1.0 cannot represent, including lone surrogates. */
const UNWRITABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu

const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Escape line breaks and tabs as character references, because XML normalizes them in attributes.
 */
const escape = (text: string): string =>
  text
    .replaceAll(UNWRITABLE, '\ufffd')
    .replaceAll(/[&<>"\t\n\r]/g, (sign) => named[sign] ?? `&#${sign.charCodeAt(0)};`)

const seconds = (ms: number): string => (ms / 1_000).toFixed(3)

/**
 * One test suite per variant except the baseline, one test case per comparison case. A test fails
 * only if the variant regressed: a flip within the noise is reported, but does not fail.
 */
export function junit(
  name: string,
  { by, variants, caveat }: ComparisonVerdict,
  cases: readonly ComparisonCase[],
): string {
  const titles = new Map(cases.map((one) => [one.key, caseTitle(one)]))
  const suites = variants
    .filter(({ ruling }) => ruling !== null)
    .map((one) => suite(name, one, { by, caveat, titles }))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escape(name)}">\n${suites.join('')}</testsuites>\n`
}

type Outcome = 'passed' | 'failure' | 'error' | 'skipped'

type By = ComparisonVerdict['by']
type Titles = ReadonlyMap<string, string>

function suite(
  comparison: string,
  verdict: VariantVerdict,
  { by, caveat, titles }: Pick<ComparisonVerdict, 'by' | 'caveat'> & { titles: Titles },
): string {
  const { name, sentence, reason, cases } = verdict
  const told = cases.map((one) => ({ one, outcome: outcomeOf(verdict, one) }))
  const count = (wanted: Outcome) => told.filter(({ outcome }) => outcome === wanted).length
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`
  const time = cases.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)
  const said = [reason ?? sentence, ...(caveat === null ? [] : [caveat])].join('\n')
  const lines = told.map(({ one, outcome }) =>
    testcase(`${comparison}.${name}`, one, {
      outcome,
      by,
      title: titles.get(one.case) ?? one.case,
    }),
  )
  return [
    `  <testsuite name="${escape(name)}" ${counts} time="${seconds(time)}">\n`,
    ...lines,
    `    <system-out>${escape(said)}</system-out>\n`,
    '  </testsuite>\n',
  ].join('')
}

function outcomeOf({ isRegression }: VariantVerdict, one: CaseVerdict): Outcome {
  if (isRegression && one.errors.length > 0) return 'error'
  if (one.outcome === null || isTimedApart(one)) return 'skipped'
  return isRegression && one.change === 'regressed' ? 'failure' : 'passed'
}

type Told = { outcome: Outcome; by: By; title: string }

function testcase(className: string, one: CaseVerdict, { outcome, by, title }: Told): string {
  const { durationMs, errors, reasons } = one
  const time = durationMs === null ? '' : ` time="${seconds(durationMs)}"`
  const head = `    <testcase classname="${escape(className)}" name="${escape(title)}"${time}`
  const remarks = [...errors, ...reasons].join('\n')
  if (outcome === 'passed') {
    const out = remarks && `\n      <system-out>${escape(remarks)}</system-out>\n    `
    return out ? `${head}>${out}</testcase>\n` : `${head}/>\n`
  }
  if (outcome === 'skipped') {
    const none = remarks === '' ? 'it has no outcome' : remarks
    const why = isTimedApart(one)
      ? 'its latency was measured at another time than the baseline'
      : none
    return `${head}>\n      <skipped message="${escape(why)}"/>\n    </testcase>\n`
  }
  const message = errors[0] ?? against(one, by)
  return `${head}>\n      <${outcome} message="${escape(message)}">${escape(remarks)}</${outcome}>\n    </testcase>\n`
}

function against({ outcome, baseline }: CaseVerdict, { measure }: By): string {
  if (measure === 'pass' && outcome === 0 && baseline === 1)
    return 'failed where the baseline passed'
  return `${outcome ?? 'nothing'} against ${baseline ?? 'nothing'}`
}
