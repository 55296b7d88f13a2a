import { UnstyledButton, Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Interval, Measure, Comparison } from '@lathe/stats'
import statistics from '../../../../../../docs/statistics.md?raw'
import { Markdown } from '../../../ui/messages/markdown.tsx'
import styles from './statistics.module.css'

/** A group of verdicts, collapsed to one line each if there are several or space is short. */
export function VerdictBlock({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.verdicts} aria-label={label} data-open={isOpen || undefined}>
      <UnstyledButton
        className={styles.more}
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Less' : 'More'}: ${label}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Less' : 'More'}
      </UnstyledButton>
      {children}
    </section>
  )
}

const WIDTH = 180
const HEIGHT = 20
const MARGIN = 6

type IntervalMarkProps = {
  interval: Interval
  estimate: number
  measure: Measure
  /** The end of a shared axis. */
  reach?: number
}

/** Draws an interval around zero. The sentence beside it is its text equivalent. */
export function IntervalMark({
  interval,
  estimate,
  measure,
  reach: sharedReach,
}: IntervalMarkProps) {
  const { low, high } = interval
  const reach = sharedReach ?? (measure === 'pass' ? 1 : intervalReach(interval))
  const toX = (value: number) => WIDTH / 2 + (value / reach) * (WIDTH / 2 - MARGIN)
  const middle = HEIGHT / 2

  return (
    <svg className={styles.interval} width={WIDTH} height={HEIGHT} aria-hidden>
      <line className={styles.axis} x1={MARGIN} x2={WIDTH - MARGIN} y1={middle} y2={middle} />
      <line className={styles.zero} x1={WIDTH / 2} x2={WIDTH / 2} y1={2} y2={HEIGHT - 2} />
      <line className={styles.range} x1={toX(low)} x2={toX(high)} y1={middle} y2={middle} />
      <circle className={styles.estimate} cx={toX(estimate)} cy={middle} r={4} />
    </svg>
  )
}

export const intervalReach = ({ low, high }: Interval): number =>
  Math.max(Math.abs(low), Math.abs(high)) || 1

/** Shows the statistical method in a popover. */
export function MethodButton({ label, text }: { label: string; text: string }) {
  return (
    <Popover position="bottom-end" shadow="md" width={480} withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton className={styles.link} aria-label={label}>
          Method
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.method} tabIndex={0}>
        <Markdown text={text} isWrapped />
      </Popover.Dropdown>
    </Popover>
  )
}

const TESTS = { mcnemar: 'Exact McNemar', 'sign-flip': 'Sign-flip test', sign: 'Sign test' }

const paragraphs = statistics.split('\n\n').map((paragraph) => paragraph.trim())

/** The method's paragraph in docs/statistics.md. */
const described = (name: string): string | undefined =>
  paragraphs.find((paragraph) => paragraph.startsWith(`**${name}`))

const winnerRule = (): string | undefined => {
  const start = paragraphs.indexOf('## When there is a winner')
  return start < 0 ? undefined : paragraphs.slice(start + 1, start + 3).join('\n\n')
}

/** The methods of a comparison, most relevant first. */
export function methodText({
  difference,
  comparisons,
  noise,
  moreCases,
  measure,
}: Pick<Comparison, 'difference' | 'comparisons' | 'noise' | 'moreCases' | 'measure'>): string {
  const names = [
    TESTS[difference.test],
    difference.intervalMethod === 'newcombe' ? "Newcombe's" : 'BCa bootstrap',
    ...(measure === 'pass' ? ['Wilson'] : []),
    ...(comparisons > 1 ? ['Holm'] : []),
    ...(noise === null ? [] : ['A/A']),
    ...(moreCases === null ? [] : ['More cases']),
  ]
  return methodsText(names, winnerRule())
}

/** The methods of pairwise votes. */
export const VOTE_METHODS = ['Sign test', 'Holm', 'Bradley–Terry']

export const methodsText = (names: readonly string[], rule?: string): string =>
  [...names.map(described), rule].filter((text) => text !== undefined).join('\n\n')
