import { IconCheck, IconEqualNot, IconHistory, IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReplayedCall, Equality } from '@lathe/contract'
import { isReusedAnswer } from '@lathe/traces'
import styles from './report.module.css'

const SHAPES = {
  same: IconCheck,
  different: IconEqualNot,
  'only-recording': IconMinus,
  'only-replay': IconPlus,
}

export type SideNames = { recording: string; replay: string }

const samenessLabel = (sameness: Equality, names: SideNames): string =>
  sameness === 'only-recording'
    ? `only in ${names.recording}`
    : sameness === 'only-replay'
      ? `only in ${names.replay}`
      : sameness

/** Shows equality by shape and word. Only differences are colored. */
export function SamenessIcon({ value, names }: { value: Equality; names: SideNames }) {
  const Shape = SHAPES[value]
  return (
    <span className={styles.same} data-same={value}>
      <Shape size={13} aria-hidden />
      {samenessLabel(value, names)}
    </span>
  )
}

type AnswerIconProps = {
  step: Pick<ReplayedCall, 'request' | 'answer' | 'servedBy'>
  names: SideNames
}

/**
 * An answer served to a changed request is *reused*: it equals the recorded one by construction.
 */
export function AnswerIcon({ step, names }: AnswerIconProps) {
  if (!isReusedAnswer(step))
    return step.answer && <SamenessIcon value={step.answer} names={names} />
  return (
    <span
      className={styles.same}
      data-same="different"
      title="Recorded answer to the previous request"
    >
      <IconHistory size={13} aria-hidden />
      reused
    </span>
  )
}
