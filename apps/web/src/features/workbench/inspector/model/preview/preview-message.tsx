import type { PreviewMessage as Previewed, TemplatePart } from '@lathe/graph'
import { formatCount } from '../../../../../lib/format.ts'
import { picturesOf, roleNames, textOf } from '../../../../../lib/messages.ts'
import { conversationOf } from '../../../../../lib/conversation-of.ts'
import { Picture } from '../../../../../ui/picture.tsx'
import styles from './preview.module.css'

/** A message of the prompt as the model receives it. */
export function PreviewMessage({ message }: { message: Previewed }) {
  switch (message.type) {
    case 'broken':
      return <p className={styles.note}>Cannot be parsed: {message.problem}</p>
    case 'conversation':
      return <Conversation {...message} />
    default:
      return (
        <section className={styles.message} data-left-out={message.isLeftOut || undefined}>
          <p className={styles.role}>
            {roleNames[message.role]}
            {message.isLeftOut && ' · blank, so it is omitted'}
          </p>
          <p className={styles.text}>
            {message.parts.map((part, index) => (
              // The parts have no id.
              <Part key={index} part={part} />
            ))}
          </p>
          {message.images.map((image, index) => (
            <p key={index} className={styles.picture}>
              <Picture name={`Picture ${index + 1}`} url={image} />
            </p>
          ))}
        </section>
      )
  }
}

const MOST_SHOWN = 20_000

/** Long documents would make typing slow. The token count includes the hidden rest. */
const clipped = (text: string) =>
  text.length <= MOST_SHOWN
    ? text
    : `${text.slice(0, MOST_SHOWN)}… and ${formatCount(text.length - MOST_SHOWN)} more characters`

function Part({ part: { text, name, isMissing } }: { part: TemplatePart }) {
  if (name === null) return clipped(text)
  if (isMissing || text === '') {
    return (
      <span className={styles.missing} data-missing={isMissing || undefined}>
        {name} {isMissing ? 'is missing' : 'is empty'}
      </span>
    )
  }
  return (
    <span className={styles.value} title={name}>
      {clipped(text)}
    </span>
  )
}

function Conversation({ channel, value }: Extract<Previewed, { type: 'conversation' }>) {
  const messages = conversationOf(value)
  if (messages === null) {
    return <p className={styles.note}>{channel} does not contain messages.</p>
  }
  if (messages.length === 0) return <p className={styles.note}>{channel} contains no messages.</p>
  return messages.map((message, index) => (
    <section key={message.id ?? index} className={styles.message}>
      <p className={styles.role}>
        {roleNames[message.role]} · from {channel}
      </p>
      {textOf(message) !== '' && <p className={styles.text}>{clipped(textOf(message))}</p>}
      {picturesOf(message).map((url, place) => (
        <p key={place} className={styles.picture}>
          <Picture name={`Picture ${place + 1}`} url={url} />
        </p>
      ))}
      {message.toolCalls?.map((call) => (
        <p key={call.id} className={styles.call}>
          {call.name}({JSON.stringify(call.args)})
        </p>
      ))}
    </section>
  ))
}
