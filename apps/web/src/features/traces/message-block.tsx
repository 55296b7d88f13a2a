import type { Message } from '@lathe/contract'
import { isObject } from '@lathe/traces'
import { roleNames, textOf } from '../../lib/messages.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Picture } from '../../ui/picture.tsx'
import shared from './traces.module.css'
import styles from './span-detail.module.css'

export function MessageBlock({ message }: { message: Message }) {
  const text = textOf(message)
  const images = imagesOf(message)
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
      {images.map((url, index) => (
        <Shown key={index} url={url} />
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

/** Addresses of its pictures. */
const imagesOf = ({ content }: Message): string[] =>
  typeof content === 'string'
    ? []
    : content.flatMap((part) =>
        part.type === 'image_url' &&
        isObject(part.image_url) &&
        typeof part.image_url['url'] === 'string'
          ? [part.image_url['url']]
          : [],
      )

/** Only what the message carries itself: showing a trace must not call out to anybody. */
function Shown({ url }: { url: string }) {
  return url.startsWith('data:image/') ? (
    <img src={url} alt="Part of the message" />
  ) : (
    <Picture name="Part of the message" url={url} />
  )
}
