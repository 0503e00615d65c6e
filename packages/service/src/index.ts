export { createBase, type ServiceBase } from './base.ts'
export {
  artefactUrl,
  baseVariables,
  headerVariables,
  managementVariables,
  publicListenerVariables,
  receiverVariables,
  recordVariables,
  sealingVariables,
  storageVariables,
  videoVariables,
} from './variables.ts'
