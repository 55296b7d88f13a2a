import { IconCheck, IconEqualNot, IconHistory, IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReplayStep, Sameness } from '@lathe/contract'
import { isReusedAnswer } from '@lathe/traces'
import styles from './report.module.css'

const SHAPES = {
  same: IconCheck,
  different: IconEqualNot,
  'only-tape': IconMinus,
  'only-replay': IconPlus,
}

export type SideNames = { tape: string; replay: string }

const wordOf = (sameness: Sameness, names: SideNames): string =>
  sameness === 'only-tape'
    ? `only in ${names.tape}`
    : sameness === 'only-replay'
      ? `only in ${names.replay}`
      : sameness

/** Shape and word; only what is not the same is coloured. */
export function SameMark({ value, names }: { value: Sameness; names: SideNames }) {
  const Shape = SHAPES[value]
  return (
    <span className={styles.same} data-same={value}>
      <Shape size={13} aria-hidden />
      {wordOf(value, names)}
    </span>
  )
}

type AnswerMarkProps = {
  step: Pick<ReplayStep, 'request' | 'answer' | 'servedBy'>
  names: SideNames
}

/** An answer that was served to a changed request is *reused*: being the recorded one, it is the same by construction. */
export function AnswerMark({ step, names }: AnswerMarkProps) {
  if (!isReusedAnswer(step)) return step.answer && <SameMark value={step.answer} names={names} />
  return (
    <span className={styles.same} data-same="different" title="Recorded answer of the old request">
      <IconHistory size={13} aria-hidden />
      reused
    </span>
  )
}
