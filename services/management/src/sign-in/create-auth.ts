import { describeCause, type Logger } from '@render/runtime'
import type { Vault } from '@render/vault'
import { betterAuth } from 'better-auth/minimal'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { bearer } from 'better-auth/plugins/bearer'
import { deviceAuthorization } from 'better-auth/plugins/device-authorization'
import { ApiError } from '../api/api-error.ts'
import type { Database } from '../database/database.ts'
import { newId, type IdKind } from '../database/new-id.ts'
import { chooseOrganisation } from './choose-organisation.ts'
import type { SendMail } from './create-mailer.ts'
import { limitAttempts, type CountingRedis } from './limit-attempts.ts'
import { confirmationMail, duplicateSignUpMail, resetPasswordMail } from './mails.ts'
import { findOrCreateDefaultOrganisation } from './default-organisation.ts'
import { COOKIE_PREFIX } from '../api/session-cookie.ts'
import { CLIENT_ADDRESS, confirmationMailsTo, extraRules } from './extra-rules.ts'
import { restrictSignUp, type SignUp } from './restrict-sign-up.ts'

interface Session {
  id: string
  userId: string
  /** The active organisation; undefined when none was set. */
  organisationId: string | undefined
}

/** The interface to Better Auth that the rest of the service uses. */
export interface Auth {
  /** Answers a request below `AUTH_BASE`. */
  handle(request: Request): Promise<Response>
  /** Finds the session of a cookie or bearer token; undefined when there is none. */
  findSession(headers: Headers): Promise<Session | undefined>
}

interface AuthSettings {
  database: Database
  vault: Vault
  redis: CountingRedis
  logger: Logger
  sendMail: SendMail
  publicUrl: string
  trustedOrigins: string[]
  secret: string
  signUp: SignUp
  /** Name of the plan of new organisations. */
  defaultPlan: string
}

export const AUTH_BASE = '/v1/auth'

const MINUTE = 60
const DAY = 24 * 3600

export function createAuth({
  database,
  redis,
  logger,
  sendMail,
  publicUrl,
  ...settings
}: AuthSettings): Auth {
  const { trustedOrigins, secret, signUp } = settings
  const { consume, forget } = limitAttempts(redis)
  const auth = betterAuth({
    appName: 'Render service',
    baseURL: `${publicUrl}${AUTH_BASE}`,
    secret,
    trustedOrigins,
    telemetry: { enabled: false },
    database: prismaAdapter(database.client, { provider: 'postgresql', transaction: true }),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, url, token }) =>
        sendMail(resetPasswordMail(user.email, { url, token })),
      onExistingUserSignUp: async ({ user }) => sendMail(duplicateSignUpMail(user.email)),
    },
    emailVerification: {
      sendOnSignIn: true,
      async sendVerificationEmail({ user, url }) {
        const { allowed } = await consume(...confirmationMailsTo(user.email))
        if (allowed) sendMail(confirmationMail(user.email, url))
      },
    },
    // An invitation that was withdrawn stays until the sweep, which keeps it for as long as its address is not invited again.
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    session: {
      expiresIn: 7 * DAY,
      updateAge: DAY,
      additionalFields: {
        activeOrganizationId: {
          type: 'string',
          required: false,
          input: false,
          fieldName: 'activeOrganisationId',
        },
      },
    },
    databaseHooks: {
      user: {
        create: {
          after: async (user) => void (await findOrCreateDefaultOrganisation(database, user, settings)),
        },
      },
      session: {
        create: {
          // The session that follows a change of the password keeps the active organisation of the former one.
          async before({ userId }, ctx) {
            const { client } = database
            const active: unknown = ctx?.context.session?.session.activeOrganizationId
            const where = { userId, organisationId: String(active) }
            if (await client.member.count({ where })) return { data: { activeOrganizationId: active } }
            const user = await client.user.findUniqueOrThrow({ where: { id: userId } })
            return {
              data: { activeOrganizationId: await findOrCreateDefaultOrganisation(database, user, settings) },
            }
          },
        },
      },
    },
    rateLimit: {
      enabled: true,
      window: MINUTE,
      max: 100,
      customRules: {
        '/sign-in/email': { window: MINUTE, max: 10 },
        '/sign-up/email': { window: 10 * MINUTE, max: 10 },
        '/change-password': { window: MINUTE, max: 5 },
        '/reset-password': { window: MINUTE, max: 10 },
        '/device/code': { window: MINUTE, max: 10 },
      },
      customStorage: { consume },
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      // `true` would add a prefix to the cookie's name.
      useSecureCookies: false,
      // Better Auth would skip the check of redirect addresses when NODE_ENV is test: a link in a mail could send its token anywhere.
      disableOriginCheck: false,
      defaultCookieAttributes: { secure: publicUrl.startsWith('https:'), sameSite: 'lax', httpOnly: true },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] },
      database: { generateId: ({ model }) => newId(model as IdKind) },
    },
    logger: {
      level: 'error',
      log: (_level, message, ...causes) =>
        logger.error({ message, causes: causes.map(describeCause) }, 'error of the sign-in library'),
    },
    onAPIError: { throw: true },
    plugins: [
      bearer({ requireSignature: true }),
      deviceAuthorization({ verificationUri: `${publicUrl}${AUTH_BASE}/device` }),
      chooseOrganisation(database),
      extraRules({ secret, consume, forget }),
      restrictSignUp(database, signUp),
    ],
  })
  return {
    handle: auth.handler,
    async findSession(headers) {
      const found = await auth.api
        // A cookie is extended together with its session, which only the routes for signing in can do.
        .getSession({ headers, query: { disableRefresh: !headers.has('authorization') } })
        .catch((cause: unknown) => {
          // Better Auth hides the reason; only its database query can fail here.
          throw new ApiError('SERVICE_UNAVAILABLE', { cause })
        })
      if (!found) return undefined
      const { id, userId, activeOrganizationId } = found.session
      return { id, userId, organisationId: activeOrganizationId ?? undefined }
    },
  }
}
