import { VisuallyHidden } from '@mantine/core'
import { create } from 'zustand'

/** A reader is interrupted at most once in this time; of messages in between the last is said. */
const PAUSE_MS = 1_000

type Announcer = { message: string; saidAt: number; timer: number | undefined }

const useAnnouncer = create<Announcer>()(() => ({
  message: '',
  saidAt: -PAUSE_MS,
  timer: undefined,
}))

/** Says a message to assistive technology, politely. */
export function announce(message: string): void {
  const { saidAt, timer } = useAnnouncer.getState()
  window.clearTimeout(timer)
  const say = () => useAnnouncer.setState({ message, saidAt: performance.now(), timer: undefined })
  const wait = saidAt + PAUSE_MS - performance.now()
  if (wait <= 0) say()
  else useAnnouncer.setState({ timer: window.setTimeout(say, wait) })
}

/** Mounted once, by the shell. */
export function LiveAnnouncer() {
  const message = useAnnouncer((state) => state.message)
  return (
    <VisuallyHidden>
      <div role="status" aria-live="polite">
        {message}
      </div>
    </VisuallyHidden>
  )
}
