import { testKnownEnd } from "../support/site/known-end";

testKnownEnd();
