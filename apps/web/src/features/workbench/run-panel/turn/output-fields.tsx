import type { Json } from '@lathe/contract'
import { JsonView } from '../../../../ui/json/json-view.tsx'
import { Markdown } from '../../../../ui/messages/markdown.tsx'
import styles from './output-fields.module.css'
import { useNodeTitle } from '../../called-agents.ts'
import type { AnsweredQuestion } from '../../../../lib/run-view/run-view.ts'
import messageStyles from './message.module.css'
import { useTurn } from '../../run/run-store.ts'

type OutputFieldsProps = {
  label: string
  names: readonly string[]
  values: Readonly<Record<string, Json>>
}

/** Channel values by name: text as Markdown, others as JSON. */
export function OutputFields({ label, names, values }: OutputFieldsProps) {
  return (
    <section className={styles.root} aria-label={label}>
      <h2 className={styles.title}>{label}</h2>
      {names.map((name) => (
        <div key={name} className={styles.field}>
          <p className={styles.name}>{name}</p>
          <FieldValue name={name} value={values[name]} />
        </div>
      ))}
    </section>
  )
}

function FieldValue({ name, value }: { name: string; value: Json | undefined }) {
  if (typeof value === 'string') return <Markdown text={value} />
  if (value === null || typeof value === 'number' || typeof value === 'boolean') {
    return <code>{String(value)}</code>
  }
  return <JsonView label={name} value={value} />
}

/** An interrupt and its answer. */
export function AnswerItem({ id }: { id: string }) {
  const answer = useTurn((state) => state.view.answers[id])
  return answer ? <AnsweredQuestionRow {...answer} /> : null
}

function AnsweredQuestionRow({ question, answer }: AnsweredQuestion) {
  const nodeTitle = useNodeTitle(question.node)
  const names = Object.keys(answer.values)
  return (
    <>
      <article className={messageStyles.message}>
        <p className={messageStyles.speaker}>
          {question.title === '' ? nodeTitle : question.title}
        </p>
        <Markdown text={question.message} />
      </article>
      <article className={messageStyles.message} data-role="user">
        <p className={messageStyles.speaker}>{answer.decision === TIMEOUT ? 'Nobody' : 'You'}</p>
        <p className={messageStyles.decision}>{answerText({ question, answer })}</p>
        {names.length > 0 && <OutputFields label="Answer" names={names} values={answer.values} />}
      </article>
    </>
  )
}

/** Reserved: only a timeout answers with it. */
const TIMEOUT = 'timeout'

const answerText = ({ question, answer }: AnsweredQuestion): string =>
  answer.decision === TIMEOUT
    ? 'Not answered in time.'
    : (question.decisions.find(({ port }) => port === answer.decision)?.label ?? answer.decision)
