import type { PromptMessage, PromptVersion } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { messageImages } from '../../../lib/values/message-images.ts'
import { CopyButton } from '../../../ui/fields/copy-button.tsx'
import { JsonView } from '../../../ui/json/json-view.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import styles from '../prompts.module.css'
import { detailWords, roleName, textOfMessage } from './messages.ts'

type VersionContentProps = { name: string; shown: PromptVersion }

export function VersionContent({ name, shown }: VersionContentProps) {
  const { content, variables, problem } = shown
  if (!content) return <Manifest name={name} version={shown.version} problem={problem ?? ''} />
  return (
    <>
      <ol className={styles.messages}>
        {content.messages.map((message, index) => (
          // Messages have no id other than their index.
          <li key={index}>
            <span className={styles.role}>{roleName(message)}</span>
            <p>
              <Marked message={message} />
            </p>
            {messageImages(message).map((image, at) => (
              <p key={at}>
                <Picture name={`Picture ${at + 1} of message ${index + 1}`} url={image} />
              </p>
            ))}
            {detailWords(message) !== '' && <p className={styles.muted}>{detailWords(message)}</p>}
          </li>
        ))}
      </ol>
      <dl className={styles.facts}>
        <dt>Variables</dt>
        <dd>{variables.length === 0 ? 'nothing' : variables.join(', ')}</dd>
        {content.model && (
          <>
            <dt>Tested with</dt>
            <dd>
              {content.model.connection} · {content.model.name}
            </dd>
          </>
        )}
        <dt>Use in code</dt>
        <dd className={styles.line}>
          <code>{pullCode(shown, name)}</code>
          <CopyButton value={pullCode(shown, name)} label="Copy the code" />
        </dd>
      </dl>
    </>
  )
}

const pullCode = ({ hash, labels }: PromptVersion, name: string) =>
  `await client.pullPromptCommit('${name}:${labels[0] ?? hash.slice(0, 8)}')`

/** Highlights the variables of a template. */
function Marked({ message }: { message: PromptMessage }) {
  const text = textOfMessage(message)
  return text
    .split(/(\{\{[^{}\n]*\}\})/)
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
}

type ManifestProps = { name: string; version: number; problem: string }

function Manifest({ name, version, problem }: ManifestProps) {
  const { data } = useQuery(api.prompts.version.queryOptions({ input: { prompt: name, version } }))
  return (
    <>
      <p>
        A program pushed this version. Agents here cannot use it: {problem}. Programs can still pull
        it.
      </p>
      {data && <JsonView label="Manifest" value={data.manifest} />}
    </>
  )
}
