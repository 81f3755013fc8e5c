// scrubjay's plugin for opencode 1: a session is briefed, and what it does isn't lost when it is compacted or ends.
// opencode 2 loads the default export alone and starts `setup`, which does nothing: there the tools brief a session.
// `scrubjay init --client opencode` writes this file, `scrubjay uninstall` deletes it.
import { spawn } from "node:child_process"

const LAUNCHER = {launcher}
const TIMEOUT_MS = 10_000

// Our tools that take a session, by the names that opencode gives them.
const OURS = /^scrubjay-(session|knowledge)_(session_init|session_save|remember)$/
// What a call may say instead: that it wants everything again, or which sub-agent makes it.
const SAID = /^none$|\//
const PASS = "pass session="
// The extra request that names a session: it needs no briefing.
const TITLE = "You are a title generator"

const answerOf = (text) => {
  try {
    return JSON.parse(text).hookSpecificOutput.additionalContext ?? ""
  } catch {
    return ""
  }
}

// What the hook has to tell; empty where it has nothing, fails or takes too long.
const ask = (payload) =>
  new Promise((resolve) => {
    const hook = spawn("/bin/sh", [LAUNCHER, "opencode"], { stdio: ["pipe", "pipe", "ignore"] })
    const timer = setTimeout(() => hook.kill(), TIMEOUT_MS)
    let text = ""
    hook.on("error", () => resolve(""))
    hook.stdin.on("error", () => {})
    hook.stdout.on("data", (piece) => (text += piece))
    hook.on("close", () => {
      clearTimeout(timer)
      resolve(answerOf(text))
    })
    hook.stdin.end(JSON.stringify(payload))
  })

const server = async ({ directory }) => {
  const told = new Map()
  const hints = new Map()
  // A sub-agent is called what its start told it, where that told it a name.
  const nameOf = async (session) => {
    const start = (await told.get(session)) ?? ""
    return start.startsWith(PASS) ? start.slice(PASS.length) : session
  }
  const report = (event, session, more = {}) =>
    ask({ hook_event_name: event, session_id: session, cwd: directory, ...more })
  const brief = (session, source) => told.set(session, report("SessionStart", session, { source }))

  return {
    event: async ({ event }) => {
      const session = event.properties?.sessionID ?? event.properties?.info?.id
      if (!session) return
      switch (event.type) {
        case "session.created": {
          const parent = event.properties.info?.parentID
          if (told.has(session)) return
          if (parent) told.set(session, report("SubagentStart", parent, { agent_id: session }))
          else brief(session, "startup")
          return
        }
        case "session.compacted":
          brief(session, "compact")
          return
        case "session.idle":
          await report("Stop", session)
          return
        case "session.deleted":
          told.delete(session)
          hints.delete(session)
          await report("SessionEnd", session)
      }
    },
    // Answered only where `hooks.user_prompt_submit` is on.
    "chat.message": async ({ sessionID }, { parts }) => {
      const typed = parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text)
      if (!typed.length) return
      hints.set(sessionID, await report("UserPromptSubmit", sessionID, { prompt: typed.join("\n") }))
    },
    "experimental.session.compacting": async ({ sessionID }) => {
      await report("PreCompact", sessionID)
    },
    // opencode sends no session with a call, so a call of ours says it.
    "tool.execute.before": async ({ tool, sessionID }, { args }) => {
      if (OURS.test(tool) && !SAID.test(args.session ?? "")) args.session = await nameOf(sessionID)
    },
    // The system prompt is made anew for each request, so a session that is gone on with needs it as a lost one does.
    "experimental.chat.system.transform": async ({ sessionID }, output) => {
      if (!sessionID || output.system[0]?.startsWith(TITLE)) return
      if (!told.has(sessionID)) brief(sessionID, "compact")
      for (const text of [await told.get(sessionID), hints.get(sessionID)]) if (text) output.system.push(text)
    },
  }
}

export default { id: "scrubjay", server, setup: async () => {} }
