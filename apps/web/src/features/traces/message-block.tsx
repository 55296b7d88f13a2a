import { heldPicture, type Message } from '@lathe/contract'
import { otherPartsOf, picturesOf, roleNames, textOf } from '../../lib/messages.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Picture } from '../../ui/picture.tsx'
import shared from './traces.module.css'
import styles from './span-detail.module.css'

export function MessageBlock({ message }: { message: Message }) {
  const text = textOf(message)
  const images = picturesOf(message)
  return (
    <section className={styles.message} data-role={message.role}>
      <header>
        <span>{roleNames[message.role]}</span>
        {message.name && message.role === 'tool' && <code>{message.name}</code>}
        {message.status === 'error' && <span className={shared.complaint}>failed</span>}
        {message.isRefusal && <span className={shared.complaint}>refused</span>}
        {text && <CopyButton value={text} label="Copy the text" />}
      </header>
      {message.reasoning && (
        <details>
          <summary>Reasoning</summary>
          <Markdown text={message.reasoning} />
        </details>
      )}
      {text &&
        (message.role === 'tool' ? (
          <LongText text={text}>{(shown) => <pre>{shown}</pre>}</LongText>
        ) : (
          <Markdown text={text} />
        ))}
      {images.length > 0 && (
        <div className={styles.pictures}>
          {images.map((url, index) => (
            <Shown key={index} name={`Picture ${index + 1} of the message`} url={url} />
          ))}
        </div>
      )}
      {otherPartsOf(message).map((part, index) => (
        <JsonView key={index} label={`Part of the type ${part.type}`} value={part} />
      ))}
      {message.toolCalls?.map((call) => (
        <div key={call.id} className={styles.toolCall}>
          <code>{call.name}</code>
          <JsonView label={`Arguments of ${call.name}`} value={call.args} />
        </div>
      ))}
    </section>
  )
}

/** Only what the message carries itself: showing a trace must not call out to anybody. */
function Shown({ name, url }: { name: string; url: string }) {
  const isOfOtherKind = url.startsWith('data:image/') && !heldPicture(url)
  return isOfOtherKind ? <img src={url} alt={name} /> : <Picture name={name} url={url} />
}
