import { type ReactNode, useEffect } from 'react'
import { listenForHotkeys } from '../lib/hotkeys.ts'
import { LiveAnnouncer } from '../ui/live-announcer.tsx'
import { Dialogs } from './dialogs.tsx'
import { Rail } from './rail.tsx'
import styles from './shell.module.css'
import { Topbar } from './topbar.tsx'
import { useShellHotkeys } from './use-shell-hotkeys.ts'

type ShellProps = {
  children: ReactNode
}

export function Shell({ children }: ShellProps) {
  useShellHotkeys()
  useEffect(listenForHotkeys, [])

  return (
    <div className={styles.root}>
      <SkipLink />
      <Rail />
      <div className={styles.column}>
        <Topbar />
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
      <Dialogs />
      <LiveAnnouncer />
    </div>
  )
}

/** Moves the focus without touching the address, which belongs to the router. */
function SkipLink() {
  return (
    <button
      type="button"
      className={styles.skip}
      onClick={() => document.getElementById('main')?.focus()}
    >
      Skip to content
    </button>
  )
}
