import { defineConfig } from '@playwright/test'
import flows from './playwright.config.ts'

/** Takes the pictures of the documentation: `npm run write:pictures`. */
export default defineConfig(flows, { testDir: './docs', workers: 1 })
