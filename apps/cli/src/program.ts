import { Command, Option } from 'commander'
import { agents } from './commands/agents.ts'
import { alerts, type AlertsOptions } from './commands/alerts.ts'
import { type CompareOptions, compareRun } from './commands/compare.ts'
import { importCapsule, saveCapsule } from './commands/capsule.ts'
import { addDatasets } from './commands/datasets.ts'
import { doctor } from './commands/doctor.ts'
import { exportAgent, type ExportOptions } from './commands/export.ts'
import { importAgent } from './commands/import.ts'
import { importTraces, type ImportTracesOptions } from './commands/import-traces.ts'
import { addPrompts } from './commands/prompts.ts'
import { replay, type ReplayOptions } from './commands/replay.ts'
import { replayMany, type ReplayManyOptions } from './commands/replay-many.ts'
import { resume, type ResumeOptions } from './commands/resume.ts'
import { run, type RunOptions } from './commands/run.ts'
import { toTest } from './commands/test.ts'
import { addThreads } from './commands/threads.ts'
import { addTraces } from './commands/traces.ts'
import type { Context } from './context.ts'
import { JSON_OPTION } from './options.ts'

const CLOSING = `
Commands use the server that was started with LATHE_HOME (~/.lathe), or the one that LATHE_URL and LATHE_TOKEN name.

Exit codes: 0 success; 1 a bad result: a run failed, a replay differs, a version is worse, a check failed;
2 wrong usage, something that does not exist, or no answer; 3 a run waits for a person.`

/** `lathe …`; `start` is the launcher's own. */
export function createProgram(context: Context): Command {
  const program = new Command('lathe')
    .description('Draw, run, trace, replay and compare LangGraph agents.')
    .exitOverride()
    .configureOutput({ writeOut: context.out, writeErr: context.err })
    .addHelpText('after', CLOSING)
  program
    .command('start')
    .description('start the server (as `npm start`)')
    .addHelpText(
      'after',
      '\nPORT, LATHE_HOME and the other settings are variables of the environment: see README.md.',
    )
  program
    .command('agents')
    .description('list the agents')
    .option(...JSON_OPTION)
    .action((options: { json?: true }) => agents(context, options))
  program
    .command('alerts')
    .description('list the alerts and how they stand')
    .option('--fail-on <what>', '`firing`: fail while one fires that is not muted')
    .option(...JSON_OPTION)
    .action((options: AlertsOptions) => alerts(context, options))
  program
    .command('run')
    .argument('<agent>', 'slug of the agent')
    .argument(
      '[input]',
      'JSON of the input channels, text for the first of them, or `-` for standard input',
    )
    .description('run an agent and stream what it says')
    .option('--version <version>', 'a number, `draft` or `published`')
    .option('--thread <id>', 'go on with a conversation; without an input, where it stopped')
    .option(...JSON_OPTION)
    .action((agent: string, input: string | undefined, options: RunOptions) =>
      run(context, agent, input, options),
    )
  program
    .command('resume')
    .argument('<run>', 'id of the run')
    .description(
      'answer what a run waits for and stream the rest; without an answer, print the question',
    )
    .option('--approve', 'approve the pending tool calls, or continue at a breakpoint')
    .addOption(
      new Option('--reject [reason]', 'reject the pending tool calls').conflicts('approve'),
    )
    .addOption(
      new Option('--edit <json>', 'approve the pending tool call with other arguments').conflicts([
        'approve',
        'reject',
      ]),
    )
    .option('--decision <name>', 'answer a question with one of its decisions')
    .option('--values <json>', 'values of the form, with --decision')
    .addOption(
      new Option(
        '--answers <json>',
        'answers by interrupt id, or `-` for standard input',
      ).conflicts(['approve', 'reject', 'edit', 'decision', 'values']),
    )
    .option(...JSON_OPTION)
    .action((id: string, options: ResumeOptions) => resume(context, id, options))
  program
    .command('replay')
    .argument('<trace>', 'id of the trace')
    .description('play a recorded trace again; fails unless it is identical')
    .option('--version <version>', 'under another version')
    .option('--live <node...>', 'only these nodes live')
    .option('--until <superstep>', 'live after this superstep')
    .option('--on-miss <what>', '`fail` or `live`')
    .option(...JSON_OPTION)
    .action((trace: string, options: ReplayOptions) => replay(context, trace, options))
  program
    .command('replay-many')
    .description('play the newest traces that match; fails unless all are identical')
    .option('--agent <agent>', 'of this agent')
    .option('--status <status>', 'that ended so: success, error …')
    .option('--filter <filter>', 'as typed in the list of traces: "latency:>2s tag:odd"')
    .option('--version <version>', 'under another version')
    .option('--limit <number>', 'so many of them', '200')
    .option(...JSON_OPTION)
    .action((options: ReplayManyOptions) => replayMany(context, options))
  program
    .command('test')
    .argument('<trace>', 'id of the trace')
    .argument('[folder]', 'of the exported project', '.')
    .description('write a recorded run as a Vitest test with its tape')
    .option('--name <name>', 'part of the names of the files')
    .action((trace: string, folder: string, options: { name?: string }) =>
      toTest(context, trace, folder, options),
    )
  program
    .command('capsule')
    .argument('<trace>', 'id of the trace')
    .argument('[file]', 'where to put it; named after the trace without it')
    .description('write a recorded run with its tape and graph as one file')
    .action((trace: string, file?: string) => saveCapsule(context, trace, file))
  program
    .command('import-capsule')
    .argument('<file>', 'as `lathe capsule` wrote it')
    .description('import a run that was recorded elsewhere, to replay it here')
    .action((file: string) => importCapsule(context, file))
  program
    .command('import-traces')
    .argument('<file>', 'exported by Lathe or LangSmith, or OpenTelemetry as JSON; packed or not')
    .description('same as `lathe traces import`')
    .option('--project <name>', 'for traces that name none')
    .option(...JSON_OPTION)
    .action((file: string, options: ImportTracesOptions) => importTraces(context, file, options))
  program
    .command('export')
    .argument('<agent>', 'slug of the agent')
    .argument('[folder]', 'where to put it; the slug without it')
    .description('write an agent as a TypeScript project')
    .option('--version <version>', 'a number, `draft` or `published`')
    .option('--json', 'print the graph document instead')
    .action((agent: string, folder: string | undefined, options: ExportOptions) =>
      exportAgent(context, agent, folder, options),
    )
  program
    .command('import')
    .argument('<path>', 'a graph document, or the folder of an exported project')
    .description('make an agent of a graph')
    .option('--name <name>', 'what to call it')
    .action((path: string, options: { name?: string }) => importAgent(context, path, options))
  program
    .command('compare')
    .description('comparisons and regression suites')
    .command('run')
    .argument('<id>', 'of the comparison or of the regression suite: the end of its address')
    .description('run pending cells and print the verdict on each variant')
    .option('--fail-on <what>', '`regress`: fail if a variant is a regression against the baseline')
    .option(
      '--by <metric>',
      'primary metric: check:<key>, checks (all combined), latency, cost or tokens',
    )
    .option('--exclude-errors', 'exclude errored runs instead of counting them as failed cases')
    .option('--version <version>', 'of a suite: a number, `draft` or `published`')
    .option('--fresh', 'run every cell anew, whatever has run')
    .option('--junit <file>', 'write the cases as JUnit XML')
    .option(...JSON_OPTION)
    .action((id: string, options: CompareOptions) => compareRun(context, id, options))
  addThreads(program, context)
  addDatasets(program, context)
  addPrompts(program, context)
  addTraces(program, context)
  program
    .command('doctor')
    .description('check everything a run needs, on this machine or on the server of LATHE_URL')
    .option(...JSON_OPTION)
    .action((options: { json?: true }) => doctor(context, options))
  return program
}
