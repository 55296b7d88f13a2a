import { cutShortBy } from '@lathe/traces'
import { IconScissors } from '@tabler/icons-react'
import shared from './traces.module.css'

const WORDS = {
  length: 'The answer is cut off: it reached the most tokens it was allowed',
  filter: 'The answer was stopped by a filter of the provider',
}

/** That an answer is not whole, which its status does not tell. */
export function CutShort({ reason }: { reason: string | null }) {
  const by = cutShortBy(reason)
  if (by === undefined) return null
  return (
    <p className={shared.aside}>
      <IconScissors size={14} aria-hidden />
      <span>
        {WORDS[by]} (<code>{reason}</code>)
      </span>
    </p>
  )
}
