#!/bin/sh
# usage: fails.sh COMMAND ARG ...   succeeds if the command ends with exit status 1: a mismatch was found
"$@" > /dev/null
[ $? = 1 ]
