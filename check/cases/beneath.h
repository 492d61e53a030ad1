/* Opens directories of a tree in which another program writes. That program may put a link in the place of a directory:
   the link is not followed. */
#ifndef ATTEST_CHECK_BENEATH_H
#define ATTEST_CHECK_BENEATH_H

/* Room for the path of an open directory. */
#define BENEATH_PATH_MAX 40

/* Opens the directory at path, which lies beneath root and begins with it, through no link after root. -1: errno says
   why. */
int beneath_open(const char *root, const char *path);

/* Makes a directory in an open one, unless it is there, and opens it if it is no link. -1: errno says why. */
int beneath_make(int in, const char *name);

/* Prints a path of an open directory, which stays the same whatever takes its place elsewhere. */
void beneath_path(int directory, char path[BENEATH_PATH_MAX]);

#endif
