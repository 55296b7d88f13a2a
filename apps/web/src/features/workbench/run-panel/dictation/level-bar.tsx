import { useEffect, useRef } from 'react'
import styles from './dictation.module.css'

const EVERY_MS = 60

/** How loud it is, written past React: it moves all the time. */
export function LevelBar({ level }: { level: () => number }) {
  const bar = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const timer = setInterval(() => {
      bar.current?.style.setProperty('width', `${Math.round(level() * 100)}%`)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [level])
  return (
    <span className={styles.level} aria-hidden>
      <span ref={bar} />
    </span>
  )
}
