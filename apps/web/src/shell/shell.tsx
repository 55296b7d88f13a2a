import { type ReactNode, useEffect } from 'react'
import { listenForHotkeys } from '../lib/browser/hotkeys.ts'
import { useGuideStore } from '../lib/browser/guide.ts'
import { LiveAnnouncer } from '../ui/feedback/live-announcer.tsx'
import { Dialogs } from './dialogs.tsx'
import { Sidebar } from './sidebar.tsx'
import styles from './shell.module.css'
import { Topbar } from './topbar.tsx'
import { useShellHotkeys } from './use-shell-hotkeys.ts'
import { lazyComponent } from '../ui/feedback/lazy-component.ts'
import { Suspense } from '../ui/feedback/suspense.tsx'

const Guide = lazyComponent(() => import('./guide/guide.tsx'), 'Guide')

type ShellProps = {
  children: ReactNode
}

export function Shell({ children }: ShellProps) {
  useShellHotkeys()
  const guide = useGuideStore((state) => state.status)
  useEffect(listenForHotkeys, [])

  return (
    <div className={styles.root}>
      <SkipLink />
      <Sidebar />
      <div className={styles.column}>
        <Topbar />
        {guide !== 'off' && (
          <Suspense fallback={null}>
            <Guide />
          </Suspense>
        )}
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
      <Dialogs />
      <LiveAnnouncer />
    </div>
  )
}

/** Moves the focus without changing the URL, which the router manages. */
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
