import type { PromptVersion } from '@lathe/contract'
import { alignItems } from '@lathe/graph'
import { messageImages } from '../../../lib/values/message-images.ts'
import { PictureChanges } from '../../../ui/pictures/picture-changes.tsx'
import { WordDiff } from '../../../ui/text/word-diff.tsx'
import styles from '../prompts.module.css'
import { messageDetails, roleName, messageText } from './messages.ts'

type VersionDiffProps = { before: PromptVersion; after: PromptVersion }

export function VersionDiff({ before, after }: VersionDiffProps) {
  if (!before.content || !after.content)
    return <p>One of the versions is not a list of text messages, so the two cannot be compared.</p>
  const [oldMessages, newMessages] = [before.content.messages, after.content.messages]
  const pairs = alignItems(oldMessages, newMessages).map(([oldMessage, newMessage]) => ({
    old: oldMessage === null ? undefined : oldMessages[oldMessage],
    now: newMessage === null ? undefined : newMessages[newMessage],
  }))
  const models = [before, after].map(({ content }) =>
    content?.model ? JSON.stringify(content.model, null, 1) : '',
  )
  const isSameContent = before.hash === after.hash
  return (
    <>
      <p className={styles.muted}>
        {isSameContent
          ? `v${after.version} and v${before.version} have the same content.`
          : `From v${before.version} to v${after.version}`}
      </p>
      <ol className={styles.messages}>
        {pairs.map(({ old, now }, index) => (
          // Messages have no id other than their index.
          <li key={index}>
            <span className={styles.role}>
              <WordDiff before={old ? roleName(old) : ''} after={now ? roleName(now) : ''} />
            </span>
            <p>
              <WordDiff before={old ? messageText(old) : ''} after={now ? messageText(now) : ''} />
            </p>
            <PictureChanges
              before={old ? messageImages(old) : []}
              after={now ? messageImages(now) : []}
            />
            <WordDiff
              before={old ? messageDetails(old) : ''}
              after={now ? messageDetails(now) : ''}
            />
          </li>
        ))}
      </ol>
      {models[0] !== models[1] && (
        <dl className={styles.facts}>
          <dt>Tested with</dt>
          <dd>
            <WordDiff before={models[0] ?? ''} after={models[1] ?? ''} isCode />
          </dd>
        </dl>
      )}
    </>
  )
}
