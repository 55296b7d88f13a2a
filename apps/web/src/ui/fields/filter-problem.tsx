import type { FilterProblem } from '@lathe/traces'
import styles from './filter-problem.module.css'

type FilterProblemTextProps = { text: string; problem: FilterProblem }

/** Renders a filter with its syntax error underlined, followed by the error message. */
export function FilterProblemText({ text, problem }: FilterProblemTextProps) {
  const { at, length, message } = problem
  return (
    <span className={styles.text}>
      <code>
        {text.slice(0, at)}
        <mark>{text.slice(at, at + length)}</mark>
        {text.slice(at + length)}
      </code>{' '}
      {message}.
    </span>
  )
}
