import { Markdown } from '../../../ui/markdown.tsx'
import { useNodeTitle } from '../use-node-title.ts'
import type { AnsweredQuestion } from '../../../lib/run-view/run-view.ts'
import styles from './message.module.css'
import { OutputFields } from './output-fields.tsx'
import { useTurn } from './run-context.ts'

/** A question the run had, and what a human made of it. */
export function AnswerItem({ id }: { id: string }) {
  const answered = useTurn((state) => state.view.answers[id])
  return answered ? <Answered {...answered} /> : null
}

function Answered({ question, answer }: AnsweredQuestion) {
  const nodeTitle = useNodeTitle(question.node)
  const names = Object.keys(answer.values)
  return (
    <>
      <article className={styles.message}>
        <p className={styles.speaker}>{question.title === '' ? nodeTitle : question.title}</p>
        <Markdown text={question.message} />
      </article>
      <article className={styles.message} data-role="user">
        <p className={styles.speaker}>{answer.decision === TIMEOUT ? 'Nobody' : 'You'}</p>
        <p className={styles.decision}>{wordOf({ question, answer })}</p>
        {names.length > 0 && <OutputFields label="Answer" names={names} values={answer.values} />}
      </article>
    </>
  )
}

/** Only the clock answers so. */
const TIMEOUT = 'timeout'

const wordOf = ({ question, answer }: AnsweredQuestion): string =>
  answer.decision === TIMEOUT
    ? 'There was no answer in time.'
    : (question.decisions.find(({ port }) => port === answer.decision)?.label ?? answer.decision)
