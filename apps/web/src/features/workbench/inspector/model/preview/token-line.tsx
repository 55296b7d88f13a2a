import { contextTokensOf } from '@lathe/graph'
import { formatCount, formatExactCount, formatPercent } from '../../../../../lib/format.ts'
import { encodingOf } from './encoding-of.ts'
import styles from './preview.module.css'
import type { CountedMessage } from './tokens.worker.ts'
import { useTokenCount } from './use-token-count.ts'

type TokenLineProps = {
  model: string
  messages: readonly CountedMessage[]
  /** Tools and the schema of the answer are sent too. */
  hasMore: boolean
}

/** `412 tokens · 0.3 % of the 128 k that gpt-4o takes`. */
export function TokenLine({ model, messages, hasMore }: TokenLineProps) {
  const { encoding, isOwn } = encodingOf(model)
  const tokens = useTokenCount(messages, encoding)
  const context = contextTokensOf(model)
  if (tokens === undefined) return <p className={styles.tokens}>Counting tokens…</p>
  if (tokens === null) {
    return (
      <p className={styles.tokens}>Tokens are not counted: the tokenizer could not be loaded.</p>
    )
  }
  const share = context === null ? null : tokens / context
  const how = isOwn
    ? `Counted with ${encoding}, the tokenizer of ${model}`
    : `Counted with ${encoding}: the tokenizer of ${model} is not known`

  return (
    <p className={styles.tokens} title={how}>
      {!isOwn && 'about '}
      <span title={formatExactCount(tokens)}>{formatCount(tokens)}</span> tokens
      {hasMore && ' without tools and schemas'}
      {share !== null && (
        <>
          {' · '}
          <meter
            className={styles.meter}
            min={0}
            max={1}
            value={Math.min(1, share)}
            aria-label="Share of the context"
          />{' '}
          {formatPercent(share)} of the {formatCount(context)} {model} takes
        </>
      )}
      {share === null && ` · the context of ${model} is not known`}
    </p>
  )
}
