import type { PromptVersion } from '@lathe/contract'
import { alignItems } from '@lathe/graph'
import { messageImages } from '../../../lib/values/message-images.ts'
import { PictureChanges } from '../../../ui/pictures/picture-changes.tsx'
import { WordDiff } from '../../../ui/text/word-diff.tsx'
import styles from '../prompts.module.css'
import { detailWords, roleName, textOfMessage } from './messages.ts'

type VersionDiffProps = { before: PromptVersion; after: PromptVersion }

export function VersionDiff({ before, after }: VersionDiffProps) {
  if (!before.content || !after.content)
    return <p>One of the versions is not a list of text messages, so the two cannot be compared.</p>
  const [olds, nows] = [before.content.messages, after.content.messages]
  const pairs = alignItems(olds, nows).map(([was, is]) => ({
    old: was === null ? undefined : olds[was],
    now: is === null ? undefined : nows[is],
  }))
  const models = [before, after].map(({ content }) =>
    content?.model ? JSON.stringify(content.model, null, 1) : '',
  )
  const isAlike = before.hash === after.hash
  return (
    <>
      <p className={styles.muted}>
        {isAlike
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
              <WordDiff
                before={old ? textOfMessage(old) : ''}
                after={now ? textOfMessage(now) : ''}
              />
            </p>
            <PictureChanges
              before={old ? messageImages(old) : []}
              after={now ? messageImages(now) : []}
            />
            <WordDiff before={old ? detailWords(old) : ''} after={now ? detailWords(now) : ''} />
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
