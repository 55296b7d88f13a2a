import type { PromptMessage, PromptVersion } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { messageImages } from '../../../lib/values/message-images.ts'
import { CopyButton } from '../../../ui/fields/copy-button.tsx'
import { JsonView } from '../../../ui/json/json-view.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import styles from '../prompts.module.css'
import { messageDetails, roleName, messageText } from './messages.ts'

type VersionContentProps = { name: string; version: PromptVersion }

export function VersionContent({ name, version }: VersionContentProps) {
  const { content, variables, problem } = version
  if (!content) return <Manifest name={name} version={version.version} problem={problem ?? ''} />
  return (
    <>
      <ol className={styles.messages}>
        {content.messages.map((message, index) => (
          // Messages have no id other than their index.
          <li key={index}>
            <span className={styles.role}>{roleName(message)}</span>
            <p>
              <HighlightedText message={message} />
            </p>
            {messageImages(message).map((image, imageIndex) => (
              <p key={imageIndex}>
                <Picture name={`Picture ${imageIndex + 1} of message ${index + 1}`} url={image} />
              </p>
            ))}
            {messageDetails(message) !== '' && (
              <p className={styles.muted}>{messageDetails(message)}</p>
            )}
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
          <code>{pullCode(version, name)}</code>
          <CopyButton value={pullCode(version, name)} label="Copy the code" />
        </dd>
      </dl>
    </>
  )
}

const pullCode = ({ hash, labels }: PromptVersion, name: string) =>
  `await client.pullPromptCommit('${name}:${labels[0] ?? hash.slice(0, 8)}')`

/** Highlights the variables of a template. */
function HighlightedText({ message }: { message: PromptMessage }) {
  const text = messageText(message)
  return text
    .split(/(\{\{[^{}\n]*\}\})/)
    .map((segment, index) => (index % 2 === 1 ? <code key={index}>{segment}</code> : segment))
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
