import { PageHeader } from '../../ui/page-header.tsx'
import { AboutSection } from './about-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import styles from './settings-page.module.css'

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <div className={styles.column}>
        <AppearanceSection />
        <AboutSection />
        <LimitsSection />
      </div>
    </>
  )
}
